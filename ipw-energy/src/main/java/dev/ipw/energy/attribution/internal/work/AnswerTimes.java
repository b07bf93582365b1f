package dev.ipw.energy.attribution.internal.work;

import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The durations learned from answers, first token to last.
 *
 * @param constantNanos     the constant time of a step
 * @param requestNanos      its time for each request that is answered
 * @param contextTokenNanos its time for each token of their context
 * @param promptTokenNanos  the time of a prompt token that is processed meanwhile
 */
record AnswerTimes(double constantNanos, double requestNanos, double contextTokenNanos, double promptTokenNanos) {
    private static final int ROUNDS = 6;
    private static final double HUBER = 2;

    /** Returns the duration of a step without prompts. */
    double stepNanos(double answering, double context) {
        return constantNanos + requestNanos * Math.max(1, answering) + contextTokenNanos * Math.max(0, context);
    }

    /** Fits the durations. */
    static AnswerTimes fit(List<RequestActivity> requests, long[] first) {
        Integral answering = new Integral(first.length);
        Integral context = new Integral(first.length);
        for (int i = 0; i < first.length; i++) {
            RequestActivity request = requests.get(i);
            if (request.endNanos() > first[i]) {
                answering.add(first[i], request.endNanos(), 1);
                context.add(first[i], request.endNanos(), request.contextTokens() + request.outputTokens() / 2.0);
            }
        }
        answering.sumUp();
        context.sumUp();
        Prompts prompts = Prompts.of(requests, first);
        List<double[]> rows = new ArrayList<>();
        List<Double> nanos = new ArrayList<>();
        for (int i = 0; i < first.length; i++) {
            long end = requests.get(i).endNanos();
            double steps = requests.get(i).outputTokens() - 1;
            double length = end - first[i];
            if (steps >= 1 && length > 0) {
                rows.add(new double[]{steps, steps * answering.between(first[i], end) / length,
                        steps * context.between(first[i], end) / length, prompts.tokensBetween(first[i] + 1, end)});
                nanos.add(length);
            }
        }
        double[] line = robust(rows.toArray(double[][]::new), nanos.stream().mapToDouble(one -> one).toArray());
        return new AnswerTimes(line[0], line[1], line[2], line[3]);
    }

    /** The tokens of prompts, in the order of their ends. */
    private record Prompts(long[] ends, double[] tokensBefore) {
        static Prompts of(List<RequestActivity> requests, long[] first) {
            int[] byFirst = IntStream.range(0, first.length).boxed()
                    .sorted((a, b) -> Long.compare(first[a], first[b])).mapToInt(Integer::intValue).toArray();
            double[] tokensBefore = new double[first.length + 1];
            for (int i = 0; i < first.length; i++) {
                tokensBefore[i + 1] = tokensBefore[i] + requests.get(byFirst[i]).computedInputTokens();
            }
            return new Prompts(Arrays.stream(byFirst).mapToLong(i -> first[i]).toArray(), tokensBefore);
        }

        double tokensBetween(long from, long to) {
            return tokensBefore[before(ends, to)] - tokensBefore[before(ends, from)];
        }
    }

    private static double[] robust(double[][] rows, double[] nanos) {
        double[] weights = Arrays.stream(nanos).map(length -> 1 / length).toArray();
        double[] line = new double[4];
        for (int round = 0; round < ROUNDS; round++) {
            NonNegativeFit fit = new NonNegativeFit(4);
            for (int i = 0; i < nanos.length; i++) {
                fit.add(rows[i], nanos[i], weights[i]);
            }
            fit.addRidge(1e-6);
            line = fit.solve();
            double[] distances = new double[nanos.length];
            for (int i = 0; i < nanos.length; i++) {
                distances[i] = Math.abs(nanos[i] - Work.weigh(rows[i], 0, line)) / Math.sqrt(nanos[i]);
            }
            double[] sorted = distances.clone();
            Arrays.sort(sorted);
            double limit = sorted.length == 0 ? 0 : HUBER * 1.4826 * sorted[sorted.length / 2];
            for (int i = 0; i < nanos.length; i++) {
                weights[i] = (distances[i] > limit && limit > 0 ? limit / distances[i] : 1) / nanos[i];
            }
        }
        return line;
    }

    private static int before(long[] sorted, long nanos) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The integral over time of functions that are constant between two moments. */
    private static final class Integral {
        private final long[] moments;
        private final double[] changes;
        private long[] sorted = {};
        private double[] level = {};
        private double[] before = {};
        private int count;

        Integral(int most) {
            moments = new long[2 * most];
            changes = new double[2 * most];
        }

        void add(long from, long to, double height) {
            moments[count] = from;
            changes[count++] = height;
            moments[count] = to;
            changes[count++] = -height;
        }

        void sumUp() {
            int[] order = IntStream.range(0, count).boxed().sorted((a, b) -> Long.compare(moments[a], moments[b]))
                    .mapToInt(Integer::intValue).toArray();
            sorted = Arrays.stream(order).mapToLong(i -> moments[i]).toArray();
            level = new double[count + 1];
            before = new double[count + 1];
            for (int i = 0; i < count; i++) {
                level[i + 1] = level[i] + changes[order[i]];
                before[i + 1] = before[i] + (i == 0 ? 0 : level[i] * (sorted[i] - sorted[i - 1]));
            }
        }

        double between(long from, long to) {
            return upTo(to) - upTo(from);
        }

        private double upTo(long nanos) {
            int passed = AnswerTimes.before(sorted, nanos);
            return passed == 0 ? 0 : before[passed] + level[passed] * (nanos - sorted[passed - 1]);
        }
    }
}
