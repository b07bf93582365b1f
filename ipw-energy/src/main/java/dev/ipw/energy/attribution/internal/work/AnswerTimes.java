package dev.ipw.energy.attribution.internal.work;

import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
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
        Integrals answers = new Integrals(first.length);
        for (int i = 0; i < first.length; i++) {
            RequestActivity request = requests.get(i);
            if (request.endNanos() > first[i]) {
                answers.add(first[i], request.endNanos(), request.contextTokens() + request.outputTokens() / 2.0);
            }
        }
        answers.sumUp();
        Prompts prompts = Prompts.of(requests, first);
        List<double[]> rows = new ArrayList<>();
        List<Double> nanos = new ArrayList<>();
        for (int i = 0; i < first.length; i++) {
            long end = requests.get(i).endNanos();
            double steps = requests.get(i).outputTokens() - 1;
            double length = end - first[i];
            if (steps >= 1 && length > 0) {
                Integrals.Between between = answers.between(first[i], end);
                rows.add(new double[]{steps, steps * between.answers() / length, steps * between.context() / length,
                        prompts.tokensBetween(first[i] + 1, end)});
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

    /** The integrals over time of the number of answers, and of their context. */
    private static final class Integrals {
        private final long[] moments;
        private final double[] contexts;
        private long[] sorted = {};
        private Level answers = Level.NONE;
        private Level context = Level.NONE;
        private int count;

        /** Both between two moments. */
        record Between(double answers, double context) {}

        Integrals(int most) {
            moments = new long[2 * most];
            contexts = new double[2 * most];
        }

        void add(long from, long to, double tokens) {
            moments[count] = from;
            contexts[count++] = tokens;
            moments[count] = to;
            contexts[count++] = -tokens;
        }

        void sumUp() {
            int[] order = IntStream.range(0, count).boxed().sorted((a, b) -> Long.compare(moments[a], moments[b]))
                    .mapToInt(Integer::intValue).toArray();
            sorted = Arrays.stream(order).mapToLong(i -> moments[i]).toArray();
            // Each start is followed by its end.
            answers = Level.of(sorted, at -> order[at] % 2 == 0 ? 1 : -1);
            context = Level.of(sorted, at -> contexts[order[at]]);
        }

        Between between(long from, long to) {
            int first = AnswerTimes.before(sorted, from);
            int last = AnswerTimes.before(sorted, to);
            return new Between(answers.upTo(sorted, last, to) - answers.upTo(sorted, first, from),
                    context.upTo(sorted, last, to) - context.upTo(sorted, first, from));
        }
    }

    /** A function that is constant between two moments: its values and integrals after a number of moments. */
    private record Level(double[] values, double[] before) {
        static final Level NONE = new Level(new double[0], new double[0]);

        static Level of(long[] sorted, IntToDoubleFunction changes) {
            double[] values = new double[sorted.length + 1];
            double[] before = new double[sorted.length + 1];
            for (int i = 0; i < sorted.length; i++) {
                values[i + 1] = values[i] + changes.applyAsDouble(i);
                before[i + 1] = before[i] + (i == 0 ? 0 : values[i] * (sorted[i] - sorted[i - 1]));
            }
            return new Level(values, before);
        }

        double upTo(long[] sorted, int passed, long nanos) {
            return passed == 0 ? 0 : before[passed] + values[passed] * (nanos - sorted[passed - 1]);
        }
    }
}
