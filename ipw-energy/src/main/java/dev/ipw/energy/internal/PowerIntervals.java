package dev.ipw.energy.internal;

import dev.ipw.energy.internal.PowerEdges.Edge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The power of a device over time. The time of a counter's movement is known only to lie between two readings, so one
 * step alone gives no reliable power: a step of 20 ms that is read each 5 ms can appear as half or twice the power.
 * Steps are therefore joined until the time between their ends is known to {@value #TOLERANCE_PERCENT} %; for a counter
 * whose movements are delivered late as well, it is known to about twice that. Over missing readings an interval shows
 * their mean; where joules are unknown there is no interval. All joules between the first edge of an interval and its
 * last are in it.
 */
public final class PowerIntervals {
    /** The maximum error of an interval's time, in percent, and of its power. */
    public static final int TOLERANCE_PERCENT = 5;
    static final double NANOS_PER_SECOND = 1e9;
    private static final int LONGEST_LENGTHS = 8;
    private static final double TOLERANCE = TOLERANCE_PERCENT / 100.0;

    private PowerIntervals() {}

    /**
     * Returns the power of a series from its first edge to its last.
     *
     * @param series the joules of a device
     * @return intervals in order; none overlaps another, and the power between two that do not touch is unknown
     */
    public static List<PowerInterval> of(DeviceSeries series) {
        return joined(new PowerEdges(series.steps()).placed());
    }

    /** Returns the power of a series in the intervals that lie in a window. */
    static List<PowerInterval> within(DeviceSeries series, long startNanos, long endNanos) {
        return joined(new PowerEdges(series.prefix().steps(startNanos, endNanos)).placed().stream()
                .filter(edge -> edge.nanos() >= startNanos && edge.nanos() <= endNanos).toList());
    }

    /**
     * Returns the mean power over the latest interval of a series with at least the given length; the interval is
     * longer where the power is not known sooner. Joules after the counter's last movement do not count yet.
     *
     * @param series      the joules of a device
     * @param nowNanos    the end of the data to use
     * @param lengthNanos the minimum length of the interval, unless the series is shorter
     * @return the interval, at most {@value #LONGEST_LENGTHS} times that length; empty if no interval that reaches into
     *         the last {@code lengthNanos} nanoseconds is known to {@value #TOLERANCE_PERCENT} %
     */
    public static Optional<PowerInterval> latest(DeviceSeries series, long nowNanos, long lengthNanos) {
        Optional<PowerInterval> latest = Optional.empty();
        for (int lengths = 2; latest.isEmpty() && lengths <= LONGEST_LENGTHS; lengths *= 2) {
            List<Edge> edges = new PowerEdges(series.prefix().steps(nowNanos - lengths * lengthNanos, nowNanos))
                    .placed();
            if (edges.isEmpty() || edges.getLast().nanos() < nowNanos - lengthNanos) {
                return Optional.empty();
            }
            latest = latest(edges, lengthNanos);
        }
        return latest;
    }

    private static Optional<PowerInterval> latest(List<Edge> edges, long lengthNanos) {
        Edge last = edges.getLast();
        Optional<PowerInterval> latest = Optional.empty();
        for (Edge edge : edges.reversed()) {
            if (edge.run() != last.run()) {
                break;
            }
            if (isKnown(edge, last)) {
                latest = Optional.of(interval(edge, last));
                if (last.nanos() - edge.nanos() >= lengthNanos) {
                    break;
                }
            }
        }
        return latest;
    }

    /** The rest at the end of a run belongs to its last interval. */
    private static List<PowerInterval> joined(List<Edge> edges) {
        List<PowerInterval> intervals = new ArrayList<>();
        for (int begin = 0; begin < edges.size();) {
            int end = begin;
            while (end < edges.size() && edges.get(end).run() == edges.get(begin).run()) {
                end++;
            }
            joinRun(edges.subList(begin, end), intervals);
            begin = end;
        }
        return intervals;
    }

    private static void joinRun(List<Edge> run, List<PowerInterval> intervals) {
        int first = intervals.size();
        int from = 0;
        int lastFrom = 0;
        for (int to = 1; to < run.size(); to++) {
            if (isKnown(run.get(from), run.get(to))) {
                intervals.add(interval(run.get(from), run.get(to)));
                lastFrom = from;
                from = to;
            }
        }
        Edge last = run.getLast();
        if (intervals.size() > first && from < run.size() - 1 && isKnown(run.get(lastFrom), last)) {
            intervals.set(intervals.size() - 1, interval(run.get(lastFrom), last));
        }
    }

    private static boolean isKnown(Edge from, Edge to) {
        return from.openNanos(to) <= TOLERANCE * (to.nanos() - from.nanos()) && to.nanos() > from.nanos();
    }

    private static PowerInterval interval(Edge from, Edge to) {
        return new PowerInterval(from.nanos(), to.nanos(), from.wattsTo(to));
    }
}
