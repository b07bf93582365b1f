package dev.ipw.energy.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The edges of a series placed in time, each with its uncertainty in both directions. Two readings enclose the movement
 * of a counter. A movement that deviates from the counter's pace, or that follows a step that reads low and precedes
 * one that reads high by as much, was delivered late: it can have been when it was due. Joules that do not come from a
 * counter have the times of their readings. Edges between which joules are unknown belong to different runs.
 */
final class PowerEdges {
    private static final int MAX_PACES = 3;
    private static final int WIDEST = 2;
    private static final double OUT_OF_LINE = 0.1;
    private static final double NOW_AND_THEN = 0.02;

    private final List<Edge> edges = new ArrayList<>();

    PowerEdges(EnergySteps steps) {
        int run = 0;
        for (int edge = 0; edge < steps.edges(); edge++) {
            run += edge > 0 && steps.isUnknown(edge - 1) ? 1 : 0;
            if (!steps.isCounted()) {
                edges.add(new Edge((steps.earliest(edge) + steps.latest(edge)) / 2, steps.joules(edge), run, 0, 0));
            } else if (steps.isMovement(edge)) {
                edges.add(counted(steps, edge, run));
            }
        }
        if (steps.isCounted()) {
            widenOffPace();
            widenDeliveredLate();
        }
        double usual = median(edges.stream().mapToDouble(Edge::widthNanos).toArray());
        edges.removeIf(edge -> edge.widthNanos() > WIDEST * usual);
    }

    /**
     * A counter that had also moved at the reading before moves about as often as it is read: it shows the time of
     * reading.
     */
    private static Edge counted(EnergySteps steps, int edge, int run) {
        long earliest = steps.earliest(edge);
        long latest = steps.latest(edge);
        boolean rested = edge == 0 || !steps.isMovement(edge - 1)
                || steps.latest(edge - 1) < earliest + steps.device().resolutionNanos();
        long at = rested ? earliest + (latest - earliest) / 2 : latest;
        return new Edge(at, steps.joules(edge), run, at - earliest, latest - at);
    }

    /** Where movements often deviate from the pace, others do so unnoticed, within the readings that enclose them. */
    private void widenOffPace() {
        double[] paces = new double[Math.max(0, edges.size() - 1)];
        for (int i = 0; i < paces.length; i++) {
            paces[i] = edges.get(i + 1).nanos - edges.get(i).nanos;
        }
        double pace = median(paces.clone());
        double[] seen = new double[paces.length];
        double[] unexplained = new double[paces.length];
        int late = 0;
        for (int i = 0; i < paces.length; i++) {
            Edge from = edges.get(i);
            Edge to = edges.get(i + 1);
            double off = paces[i] - Math.max(1, Math.rint(paces[i] / pace)) * pace;
            if (from.run == to.run && paces[i] <= MAX_PACES * pace && Math.abs(off) > from.openNanos(to)) {
                unexplained[i] = Math.abs(off) - from.openNanos(to);
                seen[late++] = Math.abs(off);
            }
        }
        if (late > NOW_AND_THEN * paces.length) {
            double unseen = median(Arrays.copyOf(seen, late)) / 2;
            edges.forEach(edge -> edge.widen(unseen));
        }
        for (int i = 0; i < paces.length; i++) {
            edges.get(i).widen(unexplained[i]);
            edges.get(i + 1).widen(unexplained[i]);
        }
    }

    private void widenDeliveredLate() {
        for (int i = 2; i + 2 < edges.size(); i++) {
            double earlier = watts(i - 2, i - 1);
            double before = watts(i - 1, i);
            double after = watts(i, i + 1);
            double later = watts(i + 1, i + 2);
            double both = watts(i - 1, i + 1);
            double least = Math.min(earlier, later);
            double most = Math.max(earlier, later);
            boolean late = before < least && after > most;
            boolean early = before > most && after < least;
            if ((late || early) && both > least * (1 - OUT_OF_LINE) && both < most * (1 + OUT_OF_LINE)) {
                Edge edge = edges.get(i);
                Edge first = edges.get(i - 1);
                edge.reach(first.nanos + (edge.joules - first.joules) / both * PowerIntervals.NANOS_PER_SECOND);
            }
        }
    }

    /** Returns the mean power between two edges; NaN if it is unknown, so that no conclusion is drawn from it. */
    private double watts(int from, int to) {
        Edge first = edges.get(from);
        Edge last = edges.get(to);
        return first.run == last.run ? first.wattsTo(last) : Double.NaN;
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values.length == 0 ? 0 : values[values.length / 2];
    }

    /** Lists the edges that are placed about as exactly as most, in order. */
    List<Edge> placed() {
        return edges;
    }

    /** A moment up to which the joules are known. */
    static final class Edge {
        private final long nanos;
        private final double joules;
        private final int run;
        private double earlierNanos;
        private double laterNanos;

        Edge(long nanos, double joules, int run, double earlierNanos, double laterNanos) {
            this.nanos = nanos;
            this.joules = joules;
            this.run = run;
            this.earlierNanos = earlierNanos;
            this.laterNanos = laterNanos;
        }

        long nanos() {
            return nanos;
        }

        double joules() {
            return joules;
        }

        int run() {
            return run;
        }

        double widthNanos() {
            return earlierNanos + laterNanos;
        }

        /** Returns the maximum error of the time to a later edge. */
        double openNanos(Edge later) {
            return Math.max(laterNanos + later.earlierNanos, earlierNanos + later.laterNanos);
        }

        double wattsTo(Edge later) {
            return (later.joules - joules) * PowerIntervals.NANOS_PER_SECOND / (later.nanos - nanos);
        }

        private void widen(double byNanos) {
            earlierNanos += byNanos;
            laterNanos += byNanos;
        }

        private void reach(double moment) {
            earlierNanos = Math.max(earlierNanos, nanos - moment);
            laterNanos = Math.max(laterNanos, moment - nanos);
        }
    }
}
