package dev.ipw.energy.internal.curve;

import dev.ipw.energy.internal.EnergySteps;
import dev.ipw.energy.simulation.SequentialRun.Query;
import dev.ipw.energy.simulation.SimulatedQueries;
import dev.ipw.energy.simulation.SteppingCounter;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Bounds hold whatever the counter's pace and the poll's, and are no wider than they must be. */
@Tag("statistical")
class BoundsTests {
    private static final int WINDOWS = 10_000;
    private static final int WINDOWS_OF_A_RUN = 250;
    private static final int QUERIES = 25;
    // The counter shows whole millijoules: at each end of a window up to one of them is missing.
    private static final double RESOLUTION_JOULES = 2e-3;

    @Test
    void holdTheTruthWhateverTheCounterAndThePoll() {
        int held = 0;
        for (int run = 0; run < WINDOWS / WINDOWS_OF_A_RUN; run++) {
            Random random = new Random(run);
            SteppingCounter counter = new SteppingCounter(0.01 + 0.2 * random.nextDouble(),
                    random.nextInt(3) == 0 ? 0 : 0.002 * random.nextDouble(), 0.004 + 0.1 * random.nextDouble());
            SimulatedQueries simulated = SimulatedQueries.of(random, QUERIES, 0.03 * random.nextInt(3), counter,
                    random.nextBoolean());
            for (int i = 0; i < WINDOWS_OF_A_RUN; i++) {
                double[] window = window(simulated, random);
                double truth = simulated.trueJoules(window[0], window[1]);
                held += simulated.lowest(window[0], window[1]) <= truth + RESOLUTION_JOULES
                        && truth - RESOLUTION_JOULES <= simulated.highest(window[0], window[1]) ? 1 : 0;
            }
        }
        assertThat(held).isEqualTo(WINDOWS);
    }

    /** Take a query, its prefill or its decode, or any window that ends before the counter's last movement. */
    private static double[] window(SimulatedQueries simulated, Random random) {
        Query query = simulated.run().queries().get(random.nextInt(QUERIES - 1));
        EnergySteps steps = simulated.series().steps();
        double first = steps.latest(0) / 1e9;
        double last = steps.earliest(steps.edges() - 2) / 1e9;
        return switch (random.nextInt(6)) {
            case 0 -> new double[]{query.start(), query.end()};
            case 1 -> new double[]{query.start(), query.firstToken()};
            case 2 -> new double[]{query.firstToken(), query.end()};
            case 3 -> new double[]{first, first + random.nextDouble() * (last - first)};
            case 4 -> {
                double start = first + random.nextDouble() * (last - first);
                yield new double[]{start, Math.min(last, start + 0.3 * random.nextDouble())};
            }
            default -> {
                double one = first + random.nextDouble() * (last - first);
                double other = first + random.nextDouble() * (last - first);
                yield new double[]{Math.min(one, other), Math.max(one, other)};
            }
        };
    }

    @Test
    void areNoWiderThanTheyMustBe() {
        double[] queryWidths = new double[5 * 120];
        double[] prefillWidths = new double[queryWidths.length];
        double[] queryJoules = new double[queryWidths.length];
        double[] stepJoules = new double[queryWidths.length];
        int count = 0;
        for (int seed = 0; seed < 5; seed++) {
            SimulatedQueries simulated = usual(seed);
            for (Query query : simulated.run().queries()) {
                queryJoules[count] = simulated.trueJoules(query.start(), query.end());
                stepJoules[count] = 0.1 * queryJoules[count] / (query.end() - query.start());
                queryWidths[count] = simulated.highest(query.start(), query.end())
                        - simulated.lowest(query.start(), query.end());
                prefillWidths[count++] = (simulated.highest(query.start(), query.firstToken())
                        - simulated.lowest(query.start(), query.firstToken()))
                        / simulated.trueJoules(query.start(), query.firstToken());
            }
        }
        assertThat(median(queryJoules)).isBetween(800.0, 1500.0);
        assertThat(median(queryWidths)).isLessThanOrEqualTo(45).isLessThan(1.2 * median(stepJoules));
        assertThat(median(prefillWidths)).isLessThanOrEqualTo(0.45);
    }

    @Test
    void standardDeviationsAreWhatTheySay() {
        int[] within = new int[4];
        int queries = 0;
        for (int seed = 5; seed < 10; seed++) {
            SimulatedQueries simulated = usual(seed);
            for (Query query : simulated.run().queries()) {
                queries++;
                double whole = sigmas(simulated, query.start(), query.end());
                double prefill = sigmas(simulated, query.start(), query.firstToken());
                within[0] += whole <= 1 ? 1 : 0;
                within[1] += whole <= 2 ? 1 : 0;
                within[2] += prefill <= 1 ? 1 : 0;
                within[3] += prefill <= 2 ? 1 : 0;
            }
        }
        double all = queries;
        assertThat(List.of(within[0] / all, within[2] / all)).allSatisfy(one -> assertThat(one).isBetween(0.60, 0.85));
        assertThat(List.of(within[1] / all, within[3] / all))
                .allSatisfy(two -> assertThat(two).isGreaterThanOrEqualTo(0.95));
    }

    private static double sigmas(SimulatedQueries simulated, double from, double to) {
        return Math.abs(simulated.joules(from, to) - simulated.trueJoules(from, to)) / simulated.sigma(from, to);
    }

    private static SimulatedQueries usual(int seed) {
        return SimulatedQueries.of(new Random(seed), 120, 0.02, new SteppingCounter(0.1, 0.0005, 0.02), true);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
