package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.work.WorkSchedule;
import dev.ipw.energy.internal.EnergySteps;
import dev.ipw.energy.internal.curve.EnergyCurve;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The joules of a device from one edge of its counter to the next, within a span. */
final class CounterIntervals {
    private static final long WIDTHS_APART = 3;
    private static final long MIN_POWER_SPAN_NANOS = 100_000_000;
    private static final long SEARCHED_NANOS = 1_000_000_000;
    private static final double MAX_OTHER_WORK_SHARE = 0.1;

    private final long[] edges;
    private final double[] joules;
    private final boolean[] isFitted;
    private final boolean[] isUnknown;
    private final boolean[] isGap;
    private final double[] idleSeconds;
    private final long edgeNanos;
    private final int[] unknowns;

    /**
     * Computes the intervals.
     *
     * @param otherWork the times of the run's other work than requests, in any order
     */
    CounterIntervals(EnergySteps steps, EnergyCurve curve, TimeSpan span, List<RequestActivity> requests,
            List<TimeSpan> otherWork) {
        edgeNanos = medianOpenNanos(steps);
        int[] selected = selectEdges(steps, curve);
        int count = selected.length - 1;
        edges = new long[count + 1];
        for (int edge = 0; edge <= count; edge++) {
            edges[edge] = Math.clamp(curve.edgeNanos(selected[edge]), span.startNanos(), span.endNanos());
        }
        edges[0] = span.startNanos();
        edges[count] = span.endNanos();
        joules = new double[count];
        isFitted = new boolean[count];
        isUnknown = new boolean[count];
        isGap = new boolean[count];
        double before = curve.joulesAt(edges[0]);
        for (int i = 0; i < count; i++) {
            double after = Math.max(before, curve.joulesAt(edges[i + 1]));
            joules[i] = after - before;
            before = after;
            isGap[i] = steps.isGap(selected[i]);
            // Between two readings of power the use of joules is unknown.
            isUnknown[i] = steps.isUnknown(selected[i])
                    || (isGap[i] && !steps.isCounted() && touches(steps, selected[i], requests));
            isFitted[i] = isOrdinary(steps, selected[i]) && isEdge(steps, selected[i + 1]) && edges[i + 1] > edges[i];
        }
        List<TimeSpan> served = requests.stream()
                .map(request -> new TimeSpan(request.startNanos(), request.endNanos())).toList();
        idleSeconds = idleSeconds(served);
        leaveOut(served, otherWork);
        unknowns = IntStream.range(0, count).filter(i -> isUnknown[i] && edges[i + 1] > edges[i]).toArray();
    }

    private CounterIntervals(long[] edges, double[] joules, boolean[] isFitted, double[] idleSeconds, long edgeNanos) {
        this.edges = edges;
        this.joules = joules;
        this.isFitted = isFitted;
        this.idleSeconds = idleSeconds;
        this.edgeNanos = edgeNanos;
        isUnknown = new boolean[joules.length];
        isGap = new boolean[joules.length];
        unknowns = new int[0];
    }

    /**
     * Returns these intervals followed by those of a later time, to fit work to. The two around the border between
     * them, of which the time hides a part of a counter's step each, become one.
     *
     * @param fromNanos intervals that end before this moment are dropped
     */
    CounterIntervals with(CounterIntervals later, long fromNanos) {
        if (later.edges[0] < edges[count()]) {
            return later;
        }
        boolean touches = later.edges[0] == edges[count()] && count() > 0 && later.count() > 0;
        int first = firstFrom(fromNanos);
        int own = count() - first;
        int skipped = touches ? 1 : 0;
        int all = own + 1 - skipped + later.count() - skipped;
        long[] bothEdges = new long[all + 1];
        double[] bothJoules = new double[all];
        boolean[] bothFitted = new boolean[all];
        double[] bothIdle = new double[all];
        System.arraycopy(edges, first, bothEdges, 0, own);
        System.arraycopy(joules, first, bothJoules, 0, own);
        System.arraycopy(isFitted, first, bothFitted, 0, own);
        System.arraycopy(idleSeconds, first, bothIdle, 0, own);
        int at = own;
        if (touches && own > 0) {
            bothJoules[own - 1] += later.joules[0];
            bothFitted[own - 1] &= later.isFitted[0];
            bothIdle[own - 1] += later.idleSeconds[0];
        } else {
            bothEdges[at++] = edges[count()];
        }
        System.arraycopy(later.edges, skipped, bothEdges, at, later.count() + 1 - skipped);
        System.arraycopy(later.joules, skipped, bothJoules, at, later.count() - skipped);
        System.arraycopy(later.isFitted, skipped, bothFitted, at, later.count() - skipped);
        System.arraycopy(later.idleSeconds, skipped, bothIdle, at, later.count() - skipped);
        return new CounterIntervals(bothEdges, bothJoules, bothFitted, bothIdle, later.edgeNanos);
    }

    /** Returns the intervals from one moment on, of which those up to another one can be fitted. */
    CounterIntervals within(long fromNanos, long untilNanos) {
        int first = firstFrom(fromNanos);
        CounterIntervals part = new CounterIntervals(Arrays.copyOfRange(edges, first, edges.length),
                Arrays.copyOfRange(joules, first, count()), Arrays.copyOfRange(isFitted, first, count()),
                Arrays.copyOfRange(idleSeconds, first, count()), edgeNanos);
        for (int i = 0; i < part.count(); i++) {
            part.isFitted[i] &= part.edges[i + 1] <= untilNanos;
        }
        return part;
    }

    /** Returns the first interval that starts at a moment or later, but not beyond the last one. */
    private int firstFrom(long nanos) {
        int first = 0;
        while (first < count() - 1 && edges[first] < nanos) {
            first++;
        }
        return first;
    }

    /** Selects edges at such distances that their uncertainty hardly matters. */
    private int[] selectEdges(EnergySteps steps, EnergyCurve curve) {
        long least = Math.max(WIDTHS_APART * edgeNanos, steps.isCounted() ? 0 : MIN_POWER_SPAN_NANOS);
        int last = steps.edges() - 1;
        int[] selected = new int[steps.edges()];
        int count = 1;
        for (int edge = 1; edge <= last; edge++) {
            boolean isBetween = edge < last && isOrdinary(steps, edge - 1) && isOrdinary(steps, edge);
            if (!isBetween || curve.edgeNanos(edge) - curve.edgeNanos(selected[count - 1]) >= least) {
                selected[count++] = edge;
            }
        }
        return Arrays.copyOf(selected, count);
    }

    /** Returns whether the joules of a step are those of its time. */
    private static boolean isOrdinary(EnergySteps steps, int step) {
        return isEdge(steps, step) && isEdge(steps, step + 1) && !steps.isUnknown(step) && !steps.isGap(step);
    }

    private static boolean isEdge(EnergySteps steps, int edge) {
        return !steps.isCounted() || steps.isMovement(edge);
    }

    private static boolean touches(EnergySteps steps, int step, List<RequestActivity> requests) {
        return requests.stream().anyMatch(request -> isWithin(request.startNanos(), steps, step)
                || isWithin(request.endNanos(), steps, step)
                || isWithin(request.firstTokenNanos().orElse(request.startNanos()), steps, step));
    }

    private static boolean isWithin(long nanos, EnergySteps steps, int step) {
        return nanos >= steps.earliest(step) && nanos < steps.latest(step + 1);
    }

    /** Joules of other work while no request was open are neither work of requests nor idle power. */
    private void leaveOut(List<TimeSpan> served, List<TimeSpan> otherWork) {
        if (otherWork.isEmpty()) {
            return;
        }
        double[] restSeconds = idleSeconds(Stream.concat(served.stream(), otherWork.stream())
                .sorted(Comparator.comparingLong(TimeSpan::startNanos)).toList());
        for (int i = 0; i < restSeconds.length; i++) {
            isFitted[i] &= idleSeconds[i] - restSeconds[i] <= MAX_OTHER_WORK_SHARE * seconds(i);
        }
    }

    /** Returns the seconds of each interval outside of time spans, which are in the order of their starts. */
    private double[] idleSeconds(List<TimeSpan> spans) {
        double[] idle = new double[joules.length];
        for (int i = 0; i < idle.length; i++) {
            idle[i] = (edges[i + 1] - edges[i]) / 1e9;
        }
        long open = Long.MIN_VALUE;
        int interval = 0;
        for (TimeSpan span : spans) {
            long from = Math.max(span.startNanos(), open);
            open = Math.max(open, span.endNanos());
            while (interval < idle.length && edges[interval + 1] <= from) {
                interval++;
            }
            for (int i = interval; i < idle.length && edges[i] < open; i++) {
                idle[i] -= Math.max(0, Math.min(edges[i + 1], open) - Math.max(edges[i], from)) / 1e9;
            }
        }
        for (int i = 0; i < idle.length; i++) {
            idle[i] = Math.max(0, idle[i]);
        }
        return idle;
    }

    private static long medianOpenNanos(EnergySteps steps) {
        long[] open = new long[steps.edges()];
        for (int edge = 0; edge < open.length; edge++) {
            open[edge] = steps.latest(edge) - steps.earliest(edge);
        }
        Arrays.sort(open);
        return open[open.length / 2];
    }

    int count() {
        return joules.length;
    }

    long startNanos(int interval) {
        return edges[interval];
    }

    long endNanos(int interval) {
        return edges[interval + 1];
    }

    double seconds(int interval) {
        return (edges[interval + 1] - edges[interval]) / 1e9;
    }

    double joules(int interval) {
        return joules[interval];
    }

    /** Returns the seconds of an interval in which no request was open. */
    double idleSeconds(int interval) {
        return idleSeconds[interval];
    }

    /** Returns whether the joules of an interval are those of its time, so that work can be fitted to them. */
    boolean isFitted(int interval) {
        return isFitted[interval];
    }

    /** Returns whether the joules of an interval are unknown. */
    boolean isUnknown(int interval) {
        return isUnknown[interval];
    }

    /** Returns whether any joules between two moments are unknown. */
    boolean isUnknownWithin(long startNanos, long endNanos) {
        for (int unknown : unknowns) {
            if (edges[unknown] < endNanos && startNanos < edges[unknown + 1]) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether readings are missing in an interval. */
    boolean isGap(int interval) {
        return isGap[interval];
    }

    /** Returns the interval of a moment; the last one before it if the moment lies on an edge. */
    int at(long nanos) {
        int low = 0;
        int high = joules.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (edges[middle + 1] < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Adds up values of the pieces of work in each interval.
     *
     * @param shiftNanos the delay between the work and the device's power
     * @param values     the values of the pieces, a stride from one to the next
     * @param columns    the number of values to add up
     * @param sums       the sums to add to, one row for each interval, a stride from one to the next
     */
    void addUp(WorkSchedule work, long shiftNanos, double[] values, int stride, int columns, double[] sums,
            int sumsStride) {
        int from = 0;
        for (int piece = 0; piece < work.pieces(); piece++) {
            long begin = work.beginNanos(piece) + shiftNanos;
            long end = work.endNanos(piece) + shiftNanos;
            if (from >= count() || startNanos(from) > begin || endNanos(from) < begin - SEARCHED_NANOS) {
                from = at(begin);
            }
            while (from < count() && endNanos(from) <= begin) {
                from++;
            }
            for (int i = from; i < count() && (startNanos(i) < end || i == from); i++) {
                double part = end > begin
                        ? (double) Math.max(0, Math.min(end, endNanos(i)) - Math.max(begin, startNanos(i)))
                                / (end - begin)
                        : begin >= startNanos(i) ? 1 : 0;
                for (int column = 0; column < columns; column++) {
                    sums[i * sumsStride + column] += part * values[piece * stride + column];
                }
            }
        }
    }

    /** Returns the time with open requests, as far as its joules are known to be its own. */
    double openSeconds() {
        return IntStream.range(0, count()).filter(this::isFitted).mapToDouble(i -> seconds(i) - idleSeconds(i)).sum();
    }

    /** Returns the mean power of that time, if the remaining time has the given idle power. */
    double openWatts(double idleWatts) {
        double used = IntStream.range(0, count()).filter(this::isFitted)
                .mapToDouble(i -> joules(i) - idleWatts * idleSeconds(i)).sum();
        double seconds = openSeconds();
        return seconds > 0 ? used / seconds : 0;
    }

    /** Returns the usual uncertainty of an edge's time. */
    long edgeNanos() {
        return edgeNanos;
    }
}
