package dev.ipw.engine.attribution;

import dev.ipw.energy.TimeSpan;
import dev.ipw.engine.energy.DeviceSeries;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Say of spans what the splitter is to be told: the innermost ones are requests. What is not work that is weighed is cut to the
 * time in which no such work is open, as tools are beside model calls.
 */
public final class SpanActivities {
    private final TimeSpan part;
    private final List<DividedSpan> spans;
    private final List<RequestActivity> activities = new ArrayList<>();
    private final List<Integer> spanOf = new ArrayList<>();
    private final boolean[] isCut;

    /**
     * Take spans.
     *
     * @param spans those that were open in a part of time
     * @param part  the part
     */
    public SpanActivities(List<DividedSpan> spans, TimeSpan part) {
        this.part = part;
        this.spans = List.copyOf(spans);
        isCut = new boolean[spans.size()];
        List<List<TimeSpan>> within = spans.stream().map(span -> merged(span.within())).toList();
        List<Optional<SpanWork>> works = new ArrayList<>();
        for (int i = 0; i < isCut.length; i++) {
            works.add(work(spans.get(i), within.get(i)));
        }
        List<TimeSpan> worked = merged(works.stream().flatMap(Optional::stream).map(SpanWork::times)
                .flatMap(List::stream).toList());
        for (int i = 0; i < isCut.length; i++) {
            DividedSpan span = spans.get(i);
            if (works.get(i).isPresent()) {
                addWork(i, works.get(i).get());
            } else if (!span.isParent() && !isAnyOpen(worked, span.time())) {
                add(i, span.time());
            } else {
                addOwnTime(i, span.time(), within.get(i), worked);
            }
        }
    }

    private static Optional<SpanWork> work(DividedSpan span, List<TimeSpan> within) {
        return span.isWork()
                ? Optional.of(SpanWork.of(span, span.isParent() ? without(span.time(), within) : List.of(span.time())))
                : Optional.empty();
    }

    /**
     * Join times that overlap.
     *
     * @param times in any order
     * @return the same times in order, none of which overlaps or touches another
     */
    public static List<TimeSpan> merged(List<TimeSpan> times) {
        List<TimeSpan> merged = new ArrayList<>();
        for (TimeSpan time : times.stream().sorted(Comparator.comparingLong(TimeSpan::startNanos)).toList()) {
            if (merged.isEmpty() || merged.getLast().endNanos() < time.startNanos()) {
                merged.add(time);
            } else if (merged.getLast().endNanos() < time.endNanos()) {
                merged.set(merged.size() - 1, new TimeSpan(merged.getLast().startNanos(), time.endNanos()));
            }
        }
        return merged;
    }

    private static boolean isAnyOpen(List<TimeSpan> worked, TimeSpan time) {
        int at = firstEndingAfter(worked, time.startNanos());
        return at < worked.size() && worked.get(at).startNanos() < time.endNanos();
    }

    private static int firstEndingAfter(List<TimeSpan> ordered, long nanos) {
        int low = 0;
        int high = ordered.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ordered.get(middle).endNanos() <= nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void addOwnTime(int span, TimeSpan time, List<TimeSpan> children, List<TimeSpan> worked) {
        TimeSpan inPart = new TimeSpan(Math.max(time.startNanos(), part.startNanos()),
                Math.max(time.startNanos(), Math.min(time.endNanos(), part.endNanos())));
        for (TimeSpan own : without(inPart, children)) {
            isCut[span] |= isAnyOpen(worked, own);
            without(own, worked).forEach(piece -> add(span, piece));
        }
    }

    /** Cut times out of another, both in order. */
    private static List<TimeSpan> without(TimeSpan whole, List<TimeSpan> holes) {
        List<TimeSpan> left = new ArrayList<>();
        long from = whole.startNanos();
        for (int i = firstEndingAfter(holes, from); i < holes.size()
                && holes.get(i).startNanos() < whole.endNanos(); i++) {
            if (holes.get(i).startNanos() > from) {
                left.add(new TimeSpan(from, holes.get(i).startNanos()));
            }
            from = Math.max(from, holes.get(i).endNanos());
        }
        if (from < whole.endNanos()) {
            left.add(new TimeSpan(from, whole.endNanos()));
        }
        return left;
    }

    private void addWork(int span, SpanWork work) {
        for (RequestActivity activity : work.activities(activities.size())) {
            activities.add(activity);
            spanOf.add(span);
        }
    }

    private void add(int span, TimeSpan time) {
        addWork(span, new SpanWork(List.of(time), Long.MAX_VALUE, 0, 0, 0));
    }

    /**
     * List the spans.
     *
     * @return in the order in which they were given
     */
    public List<DividedSpan> spans() {
        return spans;
    }

    /**
     * List what the splitter is to divide over.
     *
     * @return requests; those of one span follow each other
     */
    public List<RequestActivity> activities() {
        return activities;
    }

    /**
     * Add up what each span was charged at the times that were its own.
     *
     * @param charged what each of the {@link #activities()} was charged
     * @param series  the device's readings
     * @param divided from when to when its joules were divided
     * @return a share for each span
     */
    public List<SpanShare> bySpan(List<SpanShare> charged, DeviceSeries series, TimeSpan divided) {
        @Nullable
        SpanShare[] sums = new SpanShare[spans.size()];
        for (int activity = 0; activity < charged.size(); activity++) {
            int span = spanOf.get(activity);
            SpanShare sum = sums[span];
            sums[span] = sum == null ? charged.get(activity) : sum.plus(charged.get(activity));
        }
        List<SpanShare> shares = new ArrayList<>();
        for (int span = 0; span < sums.length; span++) {
            SpanShare sum = sums[span];
            SpanShare share = sum == null ? SpanShare.nothing(series.device()) : sum;
            // Some of its own time is charged to others, whose work is known.
            shares.add(isCut[span] ? share.mayHaveUsed(upperJoules(spans.get(span).time(), series, divided)) : share);
        }
        return shares;
    }

    private static double upperJoules(TimeSpan time, DeviceSeries series, TimeSpan divided) {
        long from = Math.clamp(time.startNanos(), divided.startNanos(), divided.endNanos());
        return series.window(from, Math.clamp(time.endNanos(), from, divided.endNanos())).upper().orElse(0);
    }
}
