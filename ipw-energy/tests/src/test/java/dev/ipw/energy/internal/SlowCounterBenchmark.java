package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.internal.curve.BentSteps;
import dev.ipw.energy.simulation.BatchingEngine;
import dev.ipw.energy.simulation.Errors;
import dev.ipw.energy.simulation.PowerTrace;
import dev.ipw.energy.simulation.SequentialRun;
import dev.ipw.energy.simulation.SlowCounter;
import dev.ipw.energy.simulation.SteppingCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * How far the joules of windows of 0.2, 1 and 5 s are off, and how often their bounds hold the truth: with a counter that is
 * read twice in each of its steps, and with one that is looked at once in a while beside a power that is read in each tick.
 * Windows begin at any moment of a run of the generators that the tests of the curve use. Prints a table.
 */
public final class SlowCounterBenchmark {
    private static final double[] SECONDS = {0.2, 1, 5};
    private static final double SETTLING_SECONDS = 6;
    private static final SteppingCounter TODAY = new SteppingCounter(0.1, 0.0005, 0.051);
    private static final SteppingCounter TICKS = new SteppingCounter(0.1, 0.0005, 0.02);

    private SlowCounterBenchmark() {}

    /** One way of reading, with what came of it. */
    static final class Way {
        private final String name;
        private final Reader reader;
        private final Errors[] errors = {new Errors(), new Errors(), new Errors()};
        private final double[] width = new double[SECONDS.length];
        private final int[] held = new int[SECONDS.length];
        private final int[] count = new int[SECONDS.length];
        private double readSeconds;
        private long counterReadings;

        Way(String name, Reader reader) {
            this.name = name;
            this.reader = reader;
        }

        void take(int kind, EnergyReading reading, double truth) {
            errors[kind].add(reading.joules().orElseThrow(), truth);
            double lower = reading.lower().orElseThrow();
            double upper = reading.upper().orElseThrow();
            held[kind] += lower <= truth + 2e-3 && truth <= upper + 2e-3 ? 1 : 0;
            width[kind] += (upper - lower) / truth;
            count[kind]++;
        }

        Errors errors(int kind) {
            return errors[kind];
        }

        double heldShare(int kind) {
            return (double) held[kind] / count[kind];
        }

        double readingsPerSecond() {
            return counterReadings / readSeconds;
        }

        double meanWidth(int kind) {
            return width[kind] / count[kind];
        }
    }

    /** A way of reading a trace. */
    @FunctionalInterface
    interface Reader {
        SlowCounter.Recorded read(PowerTrace trace, Random random);
    }

    static Way today() {
        return new Way("counter twice a step", (trace, random) -> {
            DeviceSeries series = TODAY.poll(trace, random);
            return new SlowCounter.Recorded(series, series.sampleCount(), series.sampleCount());
        });
    }

    static Way shaped(String name, double lookSeconds, double updateSeconds, double noise) {
        return new Way(name, new SlowCounter(TICKS, lookSeconds, updateSeconds, updateSeconds / 4, noise)::record);
    }

    static List<Way> measure(int seeds, int windows, boolean batched) {
        List<Way> ways = List.of(today(), shaped("looks each 1 s, power of the instant", 1, 0, 0.01),
                shaped("looks each 2 s, power of the instant", 2, 0, 0.01),
                shaped("looks each 2 s, power a quarter of each 0.1 s", 2, 0.1, 0.01));
        for (int seed = 0; seed < seeds; seed++) {
            PowerTrace trace = trace(new Random(seed), batched);
            for (Way way : ways) {
                SlowCounter.Recorded recorded = way.reader.read(trace, new Random(seed + 1000));
                way.readSeconds += trace.seconds();
                way.counterReadings += recorded.counterReadings();
                Random random = new Random(seed + 2000);
                for (int i = 0; i < windows; i++) {
                    int kind = i % SECONDS.length;
                    double start = SETTLING_SECONDS
                            + random.nextDouble() * (trace.seconds() - 2 * SETTLING_SECONDS - SECONDS[kind]);
                    double end = start + SECONDS[kind];
                    way.take(kind, BentSteps.window(recorded.series(), SteppingCounter.nanos(start),
                            SteppingCounter.nanos(end)), trace.joulesAt(end) - trace.joulesAt(start));
                }
            }
        }
        return ways;
    }

    private static PowerTrace trace(Random random, boolean batched) {
        return batched
                ? new BatchingEngine(random, BatchingEngine.Costs.random(random),
                        new BatchingEngine.Traffic(150, 4, 16)).trace(0.02)
                : new SequentialRun(random, 25, 0.02).trace();
    }

    /** Print the table. */
    public static void main(String[] arguments) {
        for (boolean batched : new boolean[]{false, true}) {
            List<String> lines = new ArrayList<>();
            for (Way way : measure(20, 600, batched)) {
                for (int kind = 0; kind < SECONDS.length; kind++) {
                    lines.add(String.format(Locale.ROOT,
                            "| %s | %.2f | %.1f s | %.2f %% | %.2f %% | %+.3f %% | %.2f %% | %.1f %% |", way.name,
                            way.readingsPerSecond(), SECONDS[kind], way.errors(kind).median(), way.errors(kind).p95(),
                            way.errors(kind).bias(), 100 * way.heldShare(kind), 100 * way.meanWidth(kind)));
                }
            }
            System.out.println(batched ? "requests together" : "one request after another");
            System.out
                    .println("| way | counter readings a second | window | median error | p95 | bias | truth in bounds "
                            + "| mean width of bounds |");
            lines.forEach(System.out::println);
        }
    }
}
