package dev.ipw;

import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.Efficiency.HeadlineBasis;
import dev.ipw.energy.Scope;
import dev.ipw.evaluation.Verdict;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunTotals.EnergyBlock;
import dev.ipw.run.RunTotals.GrossEnergy;
import dev.ipw.statistics.Estimate;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Readings that are missing move no headline out of its interval. */
@Tag("statistical")
class HeadlineGapTests {
    private static final double IDLE_WATTS = 40;

    @TempDir
    private Path runs;

    /** What was asked, and what the device drew; long queries draw more. */
    private record Load(List<FabricatedRun.Query> queries, List<Double> watts, int concurrency) {
        static Load of(SplittableRandom random) {
            List<FabricatedRun.Query> queries = new ArrayList<>();
            List<Double> watts = new ArrayList<>();
            int concurrency = 1 + random.nextInt(3);
            double[] free = new double[concurrency];
            int count = 30 + random.nextInt(50);
            for (int number = 0; number < count; number++) {
                int slot = number % concurrency;
                boolean isLong = random.nextInt(5) == 0;
                double start = free[slot] + 0.2 * random.nextDouble();
                double seconds = isLong ? 2 + 4 * random.nextDouble() : 0.2 + 0.5 * random.nextDouble();
                Verdict verdict = random.nextInt(10) < (isLong ? 4 : 8) ? Verdict.CORRECT : Verdict.INCORRECT;
                queries.add(new FabricatedRun.Query("all", start, start + 0.1, start + seconds,
                        (int) Math.round(20 * seconds), verdict));
                watts.add(50 + 100 * random.nextDouble() + (isLong ? 100 : 0));
                free[slot] = start + seconds;
            }
            return new Load(queries, watts, concurrency);
        }

        double watts(double second) {
            double sum = IDLE_WATTS;
            for (int number = 0; number < queries.size(); number++) {
                FabricatedRun.Query query = queries.get(number);
                sum += second >= query.start() && second < query.end() ? watts.get(number) : 0;
            }
            return sum;
        }

        double seconds() {
            return queries.stream().mapToDouble(FabricatedRun.Query::end).max().orElseThrow();
        }

        double joules() {
            double sum = IDLE_WATTS * seconds();
            for (int number = 0; number < queries.size(); number++) {
                sum += watts.get(number) * (queries.get(number).end() - queries.get(number).start());
            }
            return sum;
        }

        Map<String, Double> truth() {
            double joules = joules();
            double accuracy = queries.stream().filter(query -> query.verdict() == Verdict.CORRECT).count()
                    / (double) queries.size();
            Map<String, Double> truth = new LinkedHashMap<>();
            truth.put("J/query", joules / queries.size());
            truth.put("J/token", joules / queries.stream().mapToInt(FabricatedRun.Query::tokens).sum());
            truth.put("W", joules / seconds());
            truth.put("IPJ", accuracy * queries.size() / joules);
            truth.put("IPW", accuracy * seconds() / joules);
            return truth;
        }
    }

    private static List<double[]> gaps(SplittableRandom random, Load load, double share) {
        List<double[]> gaps = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int gap = 0; gap < count; gap++) {
            double length = Math.min(0.9, share / count * 2 * random.nextDouble()) * load.seconds();
            double start = random.nextDouble() * (load.seconds() - length);
            gaps.add(new double[]{start, start + length});
        }
        return gaps;
    }

    private Efficiency efficiency(String name, Load load, List<double[]> gaps, boolean polled) throws IOException {
        FabricatedRun run = run(name, load, gaps);
        return (polled ? run.polled() : run).finish().efficiency();
    }

    private FabricatedRun run(String name, Load load, List<double[]> gaps) {
        FabricatedRun run = new FabricatedRun(runs.resolve(name), LoadSettings.ofConcurrency(load.concurrency))
                .with("gpu-0", new FabricatedRun.Device(Scope.GPU, IDLE_WATTS, 0)).drawing(load::watts)
                .without(second -> gaps.stream().anyMatch(gap -> second >= gap[0] && second < gap[1]));
        load.queries.forEach(run::with);
        return run;
    }

    /** Find a gap that no more than one query meets, away from both ends. */
    private static double[] smallGap(SplittableRandom random, Load load, double seconds) {
        for (int draw = 0; draw < 1000; draw++) {
            double start = load.seconds() * (0.1 + 0.8 * random.nextDouble());
            if (load.queries.stream().filter(query -> query.start() < start + seconds && query.end() > start)
                    .count() <= 1) {
                return new double[]{start, start + seconds};
            }
        }
        throw new AssertionError("Every gap of " + seconds + " s meets two queries");
    }

    private static void assertFilled(Efficiency holed, Efficiency whole, Load load) {
        assertThat(holed.basis()).as(String.valueOf(holed.whyNoHeadline())).isEqualTo(HeadlineBasis.FILLED);
        assertThat(whole.basis()).isEqualTo(HeadlineBasis.TOTAL);
        headlines(holed).forEach((label, headline) -> assertHolds(headline.orElseThrow(), of(load.truth(), label),
                label + " in truth"));
    }

    private static Map<String, Optional<Estimate>> headlines(Efficiency efficiency) {
        Map<String, Optional<Estimate>> headlines = new LinkedHashMap<>();
        headlines.put("J/query", efficiency.joulesPerQuery().estimate());
        headlines.put("J/token", efficiency.joulesPerOutputToken().estimate());
        headlines.put("W", efficiency.deviceWatts().estimate());
        headlines.put("IPJ", efficiency.intelligencePerJoule().estimate());
        headlines.put("IPW", efficiency.intelligencePerWatt().estimate());
        return headlines;
    }

    private static <F> F of(Map<String, F> figures, String label) {
        return Objects.requireNonNull(figures.get(label), label);
    }

    private static void assertHolds(Estimate estimate, double value, String label) {
        assertThat(value).as(label).isBetween(estimate.interval().low(), estimate.interval().high());
    }

    private static LongStream seeds() {
        return LongStream.rangeClosed(1, Draws.of(3, 6));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aCounterCountsThroughAnyGap(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Load load = Load.of(random);
        Map<String, Optional<Estimate>> whole = headlines(efficiency("whole", load, List.of(), false));

        Efficiency holed = efficiency("holed", load, gaps(random, load, 0.1 + 0.7 * random.nextDouble()), false);

        assertThat(holed.basis()).isEqualTo(HeadlineBasis.TOTAL);
        headlines(holed).forEach((label, headline) -> {
            assertHolds(headline.orElseThrow(), of(whole, label).orElseThrow().value(), label + " of the whole run");
            assertHolds(headline.orElseThrow(), of(load.truth(), label), label + " in truth");
            assertHolds(of(whole, label).orElseThrow(), headline.orElseThrow().value(), label + " of the other run");
        });
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void polledPowerIsBoundedOverAGapOrHasNoHeadline(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(100 + seed);
        Load load = Load.of(random);
        Map<String, Optional<Estimate>> whole = headlines(efficiency("whole", load, List.of(), true));
        double share = seed % 3 == 0 ? 0.3 : 0.03;

        Efficiency holed = efficiency("holed", load, gaps(random, load, share), true);

        headlines(holed).forEach((label, headline) -> headline.ifPresent(known -> {
            assertHolds(known, of(whole, label).orElseThrow().value(), label + " of the whole run");
            assertHolds(known, of(load.truth(), label), label + " in truth");
        }));
        if (holed.basis() == HeadlineBasis.NONE) {
            assertThat(headlines(holed).values()).allMatch(Optional::isEmpty);
            assertThat(holed.whyNoHeadline().orElseThrow()).contains("Profile again");
        } else {
            assertThat(holed.coverage().isEnough()).isTrue();
        }
    }

    @Test
    void theRunKeepsTheJoulesOfBlocksOfItsTime() throws IOException {
        ProfileRun run = run("blocks", Load.of(new SplittableRandom(7)), List.of()).finish();

        GrossEnergy gross = run.summary().totals().headline().gross().orElseThrow();
        assertThat(gross.blocks()).hasSize(32);
        assertThat(gross.blocks().stream().mapToDouble(EnergyBlock::joules).sum())
                .isCloseTo(gross.energy().joules().orElseThrow(), Percentage.withPercentage(0.5));
        assertThat(ProfileRun.open(run.path()).summary().totals().headline().gross()).contains(gross);
    }

    private static LongStream resets() {
        return LongStream.rangeClosed(2, Draws.of(3, 5));
    }

    @ParameterizedTest
    @MethodSource("resets")
    void aCounterThatBeginsAnewIsFilledInAndItsIntervalHoldsTheTruth(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(300 + seed);
        Load load = Load.of(random);
        double[] gap = smallGap(random, load, 0.3);

        Efficiency reset = run("reset", load, List.of(gap)).startingAnewAt(gap[0] + 0.1).finish().efficiency();

        assertFilled(reset, efficiency("whole", load, List.of(), false), load);
    }

    /** Short queries at 34 J, and long ones that draw most of the joules, each over a gap. */
    @Test
    void queriesOverGapsThatLeaveTheMeansDoNotLeaveTheHeadline() throws IOException {
        List<FabricatedRun.Query> queries = new ArrayList<>();
        List<Double> watts = new ArrayList<>();
        List<double[]> gaps = new ArrayList<>();
        double now = 0;
        for (int number = 0; number < 40; number++) {
            boolean isLong = number % 5 == 4;
            double seconds = isLong ? 3 : 0.5;
            queries.add(new FabricatedRun.Query("all", now, now + 0.1, now + seconds, 10,
                    isLong ? Verdict.INCORRECT : Verdict.CORRECT));
            watts.add(isLong ? 100.0 : 28.4);
            if (isLong) {
                gaps.add(new double[]{now + 1, now + 3.1});
            }
            now += seconds + 0.05;
        }
        Load load = new Load(queries, watts, 1);

        Efficiency holed = efficiency("holed", load, gaps, false);

        Map<String, Double> truth = load.truth();
        headlines(holed).forEach((label, headline) -> {
            assertHolds(headline.orElseThrow(), of(truth, label), label);
            assertThat(headline.orElseThrow().value()).as(label).isCloseTo(of(truth, label),
                    Percentage.withPercentage(1));
        });
        assertThat(truth.get("J/query")).isGreaterThan(100);
    }
}
