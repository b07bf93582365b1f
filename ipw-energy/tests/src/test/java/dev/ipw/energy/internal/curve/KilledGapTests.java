package dev.ipw.energy.internal.curve;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.CounterRecorder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Draws loads, limits and kills, and holds every curve against what the board may draw and did draw. */
class KilledGapTests {
    private static final double NANOS = 1e9;
    private static final int RUNS = 60;
    private static final int WINDOWS = 60;

    /** A board at work until it is killed, at rest until it is resumed, and at work again. */
    private static final class KilledRun {
        private final List<Double> changeSeconds = new ArrayList<>();
        private final List<Double> changeWatts = new ArrayList<>();
        private final List<Long> boundaries = new ArrayList<>();
        private final List<Integer> kinds = new ArrayList<>();
        private final double limitWatts;
        private final double lastSampleSeconds;
        private final double killedSeconds;
        private final double resumedSeconds;
        private final double endSeconds;
        private final double stepSeconds;
        private final CounterRecorder counter;

        KilledRun(SplittableRandom random, boolean knowsLimit) {
            limitWatts = random.nextDouble(100, 1000);
            double idle = limitWatts * random.nextDouble(0.05, 0.4);
            stepSeconds = random.nextBoolean() ? 0.1 : 0.02;
            double now = random.nextDouble(0.5, 2);
            change(0, idle, -1);
            double killed = random.nextDouble(2, 6);
            while (now < killed) {
                change(now, limitWatts * random.nextDouble(0.6, 1), 1);
                now += random.nextDouble(0.05, 1.5);
                if (now < killed && random.nextBoolean()) {
                    change(now, idle, 0);
                    now += random.nextDouble(0.02, 0.6);
                }
            }
            killedSeconds = killed;
            lastSampleSeconds = killed - random.nextDouble(0, 0.5);
            change(killed, idle, 0);
            resumedSeconds = killed + random.nextDouble(0.3, 12);
            now = resumedSeconds + random.nextDouble(0, 0.3);
            endSeconds = now + 3;
            change(now, limitWatts * random.nextDouble(0.6, 1), 1);
            counter = new CounterRecorder(
                    new MeteredDevice("gpu", Scope.GPU, Provenance.MEASURED, "counter", 20_000_000L), 1e-3,
                    OptionalLong.empty(), knowsLimit ? OptionalDouble.of(limitWatts) : OptionalDouble.empty());
            double phase = random.nextDouble(stepSeconds);
            for (double at = 0; at < endSeconds; at += 0.02) {
                if (at <= lastSampleSeconds || at >= resumedSeconds) {
                    double shown = Math.max(0, Math.floor((at + phase) / stepSeconds) * stepSeconds - phase);
                    counter.record(nanos(at), nanos(at) + 20_000, Math.round(joules(shown) * 1e3));
                }
            }
        }

        private void change(double seconds, double watts, int kind) {
            changeSeconds.add(seconds);
            changeWatts.add(watts);
            if (kind >= 0) {
                boundaries.add(nanos(seconds));
                kinds.add(kind);
            }
        }

        double joules(double until) {
            double sum = 0;
            for (int i = 0; i < changeSeconds.size() && changeSeconds.get(i) < until; i++) {
                double to = i + 1 < changeSeconds.size() ? Math.min(until, changeSeconds.get(i + 1)) : until;
                sum += (to - changeSeconds.get(i)) * changeWatts.get(i);
            }
            return sum;
        }

        EnergyCurve curve(boolean knowsLimit) {
            return EnergyCurve.of(counter.series().steps(),
                    new ActivityTimeline(boundaries.stream().mapToLong(Long::longValue).toArray(),
                            kinds.stream().mapToInt(Integer::intValue).toArray()),
                    new PowerLimits(OptionalDouble.empty(),
                            knowsLimit ? OptionalDouble.of(limitWatts) : OptionalDouble.empty()),
                    OptionalDouble.empty());
        }
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * NANOS) + 1_000_000_000L;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noWindowHoldsMoreThanTheBoardCanDraw(boolean knowsLimit) {
        List<String> broken = new ArrayList<>();
        for (int seed = 0; seed < RUNS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            KilledRun run = new KilledRun(random, knowsLimit);
            EnergyCurve curve = run.curve(knowsLimit);
            double most = PowerLimits.ABOVE_LIMIT * run.limitWatts;
            double quantum = run.limitWatts * (run.stepSeconds + 0.04);
            for (int window = 0; window < WINDOWS; window++) {
                double[] edges = window == 0
                        ? new double[]{run.lastSampleSeconds, run.killedSeconds}
                        : random.doubles(2, 0.3, run.endSeconds - 0.3).sorted().toArray();
                if (window % 3 == 1) {
                    edges = new double[]{run.lastSampleSeconds + random.nextDouble(-0.3, 0.3),
                            run.killedSeconds + random.nextDouble(-0.1, 0.5)};
                    Arrays.sort(edges);
                }
                long start = nanos(edges[0]);
                long end = nanos(edges[1]);
                double joules = curve.joulesAt(end) - curve.joulesAt(start);
                double truth = run.joules(edges[1]) - run.joules(edges[0]);
                double lower = curve.lowestBetween(start, end);
                double upper = curve.highestBetween(start, end);
                String where = String.format(Locale.ROOT,
                        "seed %d, %s to %s s (read until %.3f, killed %.3f, resumed %.3f): ", seed,
                        edges[0], edges[1], run.lastSampleSeconds, run.killedSeconds, run.resumedSeconds);
                describe(joules <= most * (edges[1] - edges[0]) + quantum, broken,
                        where + joules + " J of at most " + run.limitWatts * (edges[1] - edges[0]));
                describe(joules >= lower - quantum && joules <= upper + quantum, broken,
                        where + joules + " J outside of " + lower + " to " + upper);
                describe(truth >= lower - 0.02 && truth <= upper + 0.02, broken,
                        where + "truth " + truth + " outside of " + lower + " to " + upper);
            }
        }
        assertThat(broken).isEmpty();
    }

    private static void describe(boolean holds, List<String> broken, String what) {
        if (!holds) {
            broken.add(what);
        }
    }
}
