package dev.ipw.energy;

import dev.ipw.energy.PowerEdges.Edge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Follow what a device drew over time. When a counter moved is known only to lie between two readings, so one step alone
 * says little of power: a step of 20 ms that is read each 5 ms can pass for half as much or twice as much as was drawn. Steps
 * are therefore put together until the time between their ends is known to {@value #TOLERANCE_PERCENT} %; for a counter whose
 * movements are delivered late as well, it is known to about twice that. Over missing
 * readings a stretch shows their mean; where joules are unknown there is none. All joules between the first edge of a stretch
 * and its last are in it.
 */
public final class PowerStretches {
    /** How far the time of a stretch can be wrong at most, in percent, and its power with it. */
    public static final int TOLERANCE_PERCENT = 5;
    static final double NANOS_PER_SECOND = 1e9;
    private static final int LONGEST_LENGTHS = 8;
    private static final double TOLERANCE = TOLERANCE_PERCENT / 100.0;

    private PowerStretches() {}

    /**
     * Follow a series from its first edge to its last.
     *
     * @param series what a device used
     * @return stretches in order; none overlaps another, and nobody knows what was drawn between two that do not touch
     */
    public static List<PowerStretch> of(EnergySeries series) {
        return joined(new PowerEdges(series.steps()).placed());
    }

    /** Follow a series as far as stretches lie in a window. */
    static List<PowerStretch> within(EnergySeries series, long startNanos, long endNanos) {
        return joined(new PowerEdges(series.prefix().steps(startNanos, endNanos)).placed().stream()
                .filter(edge -> edge.nanos() >= startNanos && edge.nanos() <= endNanos).toList());
    }

    /**
     * Give the mean power over the latest stretch of a series that is at least so long, and longer where it takes longer to
     * know it. What a counter counted after its last movement is not out yet and does not count.
     *
     * @param series      what a device used
     * @param nowNanos    the end of what may be looked at
     * @param lengthNanos how long the stretch is at least, unless the series is shorter
     * @return the stretch, at most {@value #LONGEST_LENGTHS} times as long; empty if nothing is known to
     *             {@value #TOLERANCE_PERCENT} % that reaches into the last so many nanoseconds
     */
    public static Optional<PowerStretch> latest(EnergySeries series, long nowNanos, long lengthNanos) {
        Optional<PowerStretch> latest = Optional.empty();
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

    private static Optional<PowerStretch> latest(List<Edge> edges, long lengthNanos) {
        Edge last = edges.getLast();
        Optional<PowerStretch> latest = Optional.empty();
        for (Edge edge : edges.reversed()) {
            if (edge.run() != last.run()) {
                break;
            }
            if (isKnown(edge, last)) {
                latest = Optional.of(stretch(edge, last));
                if (last.nanos() - edge.nanos() >= lengthNanos) {
                    break;
                }
            }
        }
        return latest;
    }

    /** What is left at the end of a run belongs to its last stretch. */
    private static List<PowerStretch> joined(List<Edge> edges) {
        List<PowerStretch> stretches = new ArrayList<>();
        for (int begin = 0; begin < edges.size();) {
            int end = begin;
            while (end < edges.size() && edges.get(end).run() == edges.get(begin).run()) {
                end++;
            }
            joinRun(edges.subList(begin, end), stretches);
            begin = end;
        }
        return stretches;
    }

    private static void joinRun(List<Edge> run, List<PowerStretch> stretches) {
        int first = stretches.size();
        int from = 0;
        int lastFrom = 0;
        for (int to = 1; to < run.size(); to++) {
            if (isKnown(run.get(from), run.get(to))) {
                stretches.add(stretch(run.get(from), run.get(to)));
                lastFrom = from;
                from = to;
            }
        }
        Edge last = run.getLast();
        if (stretches.size() > first && from < run.size() - 1 && isKnown(run.get(lastFrom), last)) {
            stretches.set(stretches.size() - 1, stretch(run.get(lastFrom), last));
        }
    }

    private static boolean isKnown(Edge from, Edge to) {
        return from.openNanos(to) <= TOLERANCE * (to.nanos() - from.nanos()) && to.nanos() > from.nanos();
    }

    private static PowerStretch stretch(Edge from, Edge to) {
        return new PowerStretch(from.nanos(), to.nanos(), from.wattsTo(to));
    }
}
