package dev.ipw.energy.simulation;

import java.util.Arrays;

/**
 * What polls of a counter saw, and what usual tools make of it: each method takes a window in seconds and gives joules.
 *
 * @param seconds when each poll was made
 * @param counts  what it showed
 */
public record CounterPolls(double[] seconds, long[] counts) {
    static final double JOULES_PER_COUNT = 1e-3;
    private static final double AVERAGED_SECONDS = 1;

    /** Keep the polls from one on, up to another that is left out. */
    CounterPolls between(int from, int to) {
        return new CounterPolls(Arrays.copyOfRange(seconds, from, to), Arrays.copyOfRange(counts, from, to));
    }

    int count() {
        return seconds.length;
    }

    /** Count the joules that the last poll before each end showed. */
    public double difference(double from, double to) {
        return joules(at(to)) - joules(at(from));
    }

    /** Count the joules between the first and the last poll made within. */
    public double insideOnly(double from, double to) {
        int last = at(to);
        int first = at(from) + 1;
        return last > first ? joules(last) - joules(first) : 0;
    }

    /** Run straight from poll to poll. */
    public double straightBetweenPolls(double from, double to) {
        return straightAt(to) - straightAt(from);
    }

    /** Run straight from movement to movement, each taken to lie in the middle between the polls around it. */
    public double straightBetweenEdges(double from, double to) {
        return edgeAt(to) - edgeAt(from);
    }

    /** Integrate, by trapezoids between the polls, a power that is the mean over the second before each poll. */
    public double trapezoidOfAverage(PowerTrace trace, double from, double to) {
        double sum = 0;
        for (int i = Math.max(0, at(from)); i + 1 < count() && seconds[i] < to; i++) {
            double begin = Math.max(from, seconds[i]);
            double end = Math.min(to, seconds[i + 1]);
            sum += (end - begin) * (averageAt(trace, i, begin) + averageAt(trace, i, end)) / 2;
        }
        return sum;
    }

    private double averageAt(PowerTrace trace, int poll, double moment) {
        double share = (moment - seconds[poll]) / (seconds[poll + 1] - seconds[poll]);
        return (1 - share) * averageAt(trace, seconds[poll]) + share * averageAt(trace, seconds[poll + 1]);
    }

    private static double averageAt(PowerTrace trace, double moment) {
        return (trace.joulesAt(moment) - trace.joulesAt(moment - AVERAGED_SECONDS)) / AVERAGED_SECONDS;
    }

    private double straightAt(double moment) {
        int poll = Math.clamp(at(moment), 0, count() - 2);
        double share = (moment - seconds[poll]) / (seconds[poll + 1] - seconds[poll]);
        return joules(poll) + share * (joules(poll + 1) - joules(poll));
    }

    private double edgeAt(double moment) {
        int right = Math.max(1, at(moment));
        while (right + 1 < count() && (counts[right] == counts[right - 1] || middle(right) < moment)) {
            right++;
        }
        int left = right - 1;
        while (left > 1 && counts[left] == counts[left - 1]) {
            left--;
        }
        double begin = middle(Math.max(1, left));
        double share = Math.clamp((moment - begin) / (middle(right) - begin), 0, 1);
        return joules(left) + share * (joules(right) - joules(left));
    }

    private double middle(int poll) {
        return (seconds[poll - 1] + seconds[poll]) / 2;
    }

    private int at(double moment) {
        int found = Arrays.binarySearch(seconds, moment);
        return found >= 0 ? found : -found - 2;
    }

    private double joules(int poll) {
        return poll < 0 ? 0 : counts[poll] * JOULES_PER_COUNT;
    }
}
