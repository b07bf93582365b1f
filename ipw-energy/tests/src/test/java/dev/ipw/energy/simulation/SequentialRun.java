package dev.ipw.energy.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A run of one query after another: prefill of 50 to 400 ms at 550 to 690 W, decode of 0.5 to 6 s at 300 to 420 W with a
 * ripple at the rate of the tokens, and pauses at idle power between them.
 */
public final class SequentialRun {
    private static final double RIPPLE = 0.03;
    private static final double REST_SECONDS = 1;

    private final List<Query> queries = new ArrayList<>();
    private final PowerTrace trace;
    private final double idleWatts;

    /** Hold when a query began, had its first token and ended. */
    public record Query(double start, double firstToken, double end) {}

    /** Run queries. */
    public SequentialRun(Random random, int count, double lagSeconds) {
        idleWatts = 65 + 30 * random.nextDouble();
        double[] watts = new double[(int) ((count * 9.0 + 4) / PowerTrace.SLICE_SECONDS)];
        Arrays.fill(watts, idleWatts);
        double now = REST_SECONDS;
        for (int i = 0; i < count; i++) {
            double start = now + 0.05 - 0.5 * Math.log(1 - random.nextDouble());
            double firstToken = start + 0.05 + 0.35 * random.nextDouble();
            double end = firstToken + 0.5 + 5.5 * random.nextDouble();
            fill(watts, start, firstToken, 550 + 140 * random.nextDouble(), 0, 1);
            fill(watts, firstToken, end, 300 + 120 * random.nextDouble(), RIPPLE, 0.02 + 0.02 * random.nextDouble());
            queries.add(new Query(start, firstToken, end));
            now = end;
        }
        int slices = Math.min(watts.length, (int) ((now + REST_SECONDS) / PowerTrace.SLICE_SECONDS));
        trace = PowerTrace.of(Arrays.copyOf(watts, slices), lagSeconds);
    }

    private static void fill(double[] watts, double from, double to, double level, double ripple, double period) {
        int first = (int) (from / PowerTrace.SLICE_SECONDS);
        int last = Math.min(watts.length, (int) (to / PowerTrace.SLICE_SECONDS));
        for (int i = first; i < last; i++) {
            watts[i] = level * (1 + ripple * Math.sin(2 * Math.PI * (i - first) * PowerTrace.SLICE_SECONDS / period));
        }
    }

    public List<Query> queries() {
        return queries;
    }

    public PowerTrace trace() {
        return trace;
    }

    public double idleWatts() {
        return idleWatts;
    }
}
