package dev.ipw.energy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Divide what a device used over requests that overlap. At each instant the requests that are open share alike; while none
 * is open the device is idle. What was used in a gap of the readings longer than a second in which a request began or
 * ended goes to nobody, as no one knows how it fell. Nothing is lost or counted twice: the parts add up to the device's
 * total, up to rounding.
 *
 * <p>
 * A request that had the device to itself keeps the provenance and the bounds of its window. The share of one that
 * overlapped is ESTIMATED and flagged ATTRIBUTED: that open requests share alike is a convention, and its bounds, which are
 * those of its window scaled to its share, speak of the readings and not of the convention.
 */
public final class OverlapSplitter {
    private static final long LONGEST_DIVIDED_GAP_NANOS = 1_000_000_000L;

    private final EnergyPrefix readings;
    private final EnergySeries series;
    private final TimeSpan span;
    private final List<TimeSpan> requests;
    private final long[] moments;
    private final boolean[] undivided;
    // Integrals from the start of the span to each moment.
    private final double[] shareJoules;
    private final long[] sharedNanos;
    private final long[] undividedNanos;
    private double otherJoules;
    private double idleJoules;
    private double idleLower;
    private double idleUpper;
    private final Set<EnergyFlag> idleFlags = EnumSet.noneOf(EnergyFlag.class);

    private OverlapSplitter(EnergySeries series, TimeSpan span, List<TimeSpan> requests) {
        this.series = series;
        this.readings = series.prefix();
        this.span = span;
        this.requests = requests;
        long[] requestEdges = requestEdges(requests);
        EnergyPrefix.StepSpan[] gaps = undividedGaps(requestEdges);
        moments = moments(requestEdges, gaps);
        undivided = new boolean[moments.length];
        for (EnergyPrefix.StepSpan gap : gaps) {
            Arrays.fill(undivided, momentIndex(Math.max(gap.startNanos(), span.startNanos())),
                    momentIndex(Math.min(gap.endNanos(), span.endNanos())), true);
        }
        shareJoules = new double[moments.length];
        sharedNanos = new long[moments.length];
        undividedNanos = new long[moments.length];
    }

    /**
     * Divide a device's joules. Costs O((n + k) log n) for n requests over k gaps in the readings.
     *
     * @param series   what the device used
     * @param span     the whole time that is to be accounted for
     * @param requests when each request was open, in any order
     * @return the parts and the whole; all UNAVAILABLE if the device has no readings in the span
     * @throws IllegalArgumentException if a request lies outside the span
     */
    public static EnergySplit split(EnergySeries series, TimeSpan span, List<TimeSpan> requests) {
        for (TimeSpan request : requests) {
            if (!span.contains(request)) {
                throw new IllegalArgumentException(request + " is not inside the span " + span);
            }
        }
        OverlapSplitter splitter = new OverlapSplitter(series, span, List.copyOf(requests));
        splitter.sweep();
        return splitter.result();
    }

    private static long[] requestEdges(List<TimeSpan> requests) {
        return requests.stream().filter(request -> request.nanos() > 0)
                .flatMapToLong(request -> Arrays.stream(new long[]{request.startNanos(), request.endNanos()}))
                .sorted()
                .toArray();
    }

    private EnergyPrefix.StepSpan[] undividedGaps(long[] requestEdges) {
        return Arrays.stream(readings.gaps(span.startNanos(), span.endNanos()))
                .filter(gap -> gap.endNanos() - gap.startNanos() > LONGEST_DIVIDED_GAP_NANOS)
                .filter(gap -> hasEdgeInside(gap, requestEdges))
                .toArray(EnergyPrefix.StepSpan[]::new);
    }

    private static boolean hasEdgeInside(EnergyPrefix.StepSpan gap, long[] requestEdges) {
        int found = Arrays.binarySearch(requestEdges, gap.startNanos() + 1);
        int first = found >= 0 ? found : -found - 1;
        return first < requestEdges.length && requestEdges[first] < gap.endNanos();
    }

    private long[] moments(long[] requestEdges, EnergyPrefix.StepSpan[] gaps) {
        long[] all = Arrays.copyOf(requestEdges, requestEdges.length + 2 * gaps.length + 2);
        int next = requestEdges.length;
        for (EnergyPrefix.StepSpan gap : gaps) {
            all[next++] = Math.max(gap.startNanos(), span.startNanos());
            all[next++] = Math.min(gap.endNanos(), span.endNanos());
        }
        all[next++] = span.startNanos();
        all[next] = span.endNanos();
        return Arrays.stream(all).sorted().distinct().toArray();
    }

    private int momentIndex(long nanos) {
        return Arrays.binarySearch(moments, nanos);
    }

    private void sweep() {
        int[] change = new int[moments.length];
        for (TimeSpan request : requests) {
            if (request.nanos() > 0) {
                change[momentIndex(request.startNanos())]++;
                change[momentIndex(request.endNanos())]--;
            }
        }
        int open = 0;
        double joulesHere = readings.joulesAt(moments[0]);
        for (int i = 0; i + 1 < moments.length; i++) {
            open += change[i];
            double joulesThere = readings.joulesAt(moments[i + 1]);
            double joules = joulesThere - joulesHere;
            joulesHere = joulesThere;
            long nanos = moments[i + 1] - moments[i];
            boolean divided = !undivided[i];
            shareJoules[i + 1] = shareJoules[i] + (divided && open > 0 ? joules / open : 0);
            sharedNanos[i + 1] = sharedNanos[i] + (open > 1 ? nanos : 0);
            undividedNanos[i + 1] = undividedNanos[i] + (divided ? 0 : nanos);
            if (!divided) {
                otherJoules += joules;
            } else if (open == 0) {
                addIdle(moments[i], moments[i + 1], joules);
            }
        }
    }

    private void addIdle(long startNanos, long endNanos, double joules) {
        EnergyReading window = readings.window(startNanos, endNanos);
        idleJoules += joules;
        idleLower += window.lower().orElse(0);
        idleUpper += window.upper().orElse(0);
        idleFlags.addAll(window.isAvailable() ? window.flags() : Set.of(EnergyFlag.PARTIAL));
    }

    private EnergySplit result() {
        EnergyReading total = readings.window(span.startNanos(), span.endNanos());
        List<EnergyReading> shares = new ArrayList<>(requests.size());
        for (TimeSpan request : requests) {
            shares.add(share(request));
        }
        if (!total.isAvailable()) {
            return new EnergySplit(shares, total, total, total);
        }
        // Bounds of many short windows always make it SHORT; that says nothing about their sum.
        idleFlags.remove(EnergyFlag.SHORT);
        EnergyReading idle = reading(idleJoules, idleLower, idleUpper, total.provenance(), idleFlags);
        EnergyReading other = reading(otherJoules, otherJoules, otherJoules, total.provenance(),
                otherJoules > 0 ? Set.of(EnergyFlag.GAP) : Set.of());
        return new EnergySplit(shares, idle, other, total);
    }

    private EnergyReading share(TimeSpan request) {
        EnergyReading window = readings.window(request.startNanos(), request.endNanos());
        if (!window.isAvailable() || request.nanos() == 0) {
            return window;
        }
        int start = momentIndex(request.startNanos());
        int end = momentIndex(request.endNanos());
        double joules = shareJoules[end] - shareJoules[start];
        boolean alone = sharedNanos[end] == sharedNanos[start];
        Set<EnergyFlag> flags = EnumSet.noneOf(EnergyFlag.class);
        flags.addAll(window.flags());
        if (undividedNanos[end] > undividedNanos[start]) {
            flags.add(EnergyFlag.PARTIAL);
        }
        if (alone) {
            return reading(joules, window.lower().orElseThrow(), window.upper().orElseThrow(), window.provenance(),
                    flags);
        }
        flags.add(EnergyFlag.ATTRIBUTED);
        double whole = window.joules().orElseThrow();
        double scale = whole > 0 ? joules / whole : 0;
        double upper = whole > 0 ? window.upper().orElseThrow() * scale : window.upper().orElseThrow();
        return reading(joules, window.lower().orElseThrow() * scale, upper, Provenance.ESTIMATED, flags);
    }

    private EnergyReading reading(double joules, double lower, double upper, Provenance provenance,
            Set<EnergyFlag> flags) {
        double figure = Math.max(0, joules);
        MeteredDevice device = series.device();
        return EnergyReading.of(figure, Math.min(lower, figure), Math.max(upper, figure), provenance, device.scope(),
                device.source(), flags);
    }
}
