package dev.ipw.telemetry;

import dev.ipw.energy.TimeSpan;
import dev.ipw.engine.attribution.RequestActivity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Say of spans what the splitter is to be told: the innermost ones are requests. What is not work that tokens tell of is cut to the
 * time in which no such work is open, as tools are beside model calls.
 */
final class SpanActivities {
    private final TimeSpan part;
    private final List<RequestSpan> spans = new ArrayList<>();
    private final List<RequestActivity> activities = new ArrayList<>();
    private final List<Integer> spanOf = new ArrayList<>();
    private final boolean[] isCut;

    /** Take those of the spans that were open in a part of time; one that is open still counts up to its end. */
    SpanActivities(List<RequestSpan> all, TimeSpan part) {
        this.part = part;
        IdentityHashMap<RequestSpan, List<TimeSpan>> withChildren = new IdentityHashMap<>();
        List<TimeSpan> times = new ArrayList<>();
        for (RequestSpan span : all) {
            long end = Math.min(span.endNanos(), Math.max(part.endNanos(), span.startNanos()));
            if (span.startNanos() < part.endNanos() && end >= part.startNanos()) {
                TimeSpan time = new TimeSpan(span.startNanos(), end);
                spans.add(span);
                times.add(time);
                RequestSpan parent = span.parent();
                if (parent != null) {
                    withChildren.computeIfAbsent(parent, first -> new ArrayList<>(first.dividedChildren())).add(time);
                }
            }
        }
        isCut = new boolean[spans.size()];
        List<Optional<SpanWork>> works = works(times, withChildren);
        List<TimeSpan> worked = merged(works.stream().flatMap(Optional::stream).map(SpanWork::times)
                .flatMap(List::stream).toList());
        for (int i = 0; i < isCut.length; i++) {
            RequestSpan span = spans.get(i);
            if (works.get(i).isPresent()) {
                addWork(i, works.get(i).get());
            } else if (!span.isParent() && !isAnyOpen(worked, times.get(i))) {
                add(i, times.get(i));
            } else {
                addOwnTime(i, times.get(i), children(span, withChildren), worked);
            }
        }
    }

    /** Return the work of each span that told tokens, as they are now: more may be told meanwhile. */
    private List<Optional<SpanWork>> works(List<TimeSpan> times, Map<RequestSpan, List<TimeSpan>> withChildren) {
        List<Optional<SpanWork>> works = new ArrayList<>();
        for (int i = 0; i < times.size(); i++) {
            RequestSpan span = spans.get(i);
            works.add(span.isWork()
                    ? Optional.of(SpanWork.of(span, ownTimes(span, times.get(i), children(span, withChildren))))
                    : Optional.empty());
        }
        return works;
    }

    /** Join times that overlap, in order. */
    private static List<TimeSpan> merged(List<TimeSpan> times) {
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
        TimeSpan within = new TimeSpan(Math.max(time.startNanos(), part.startNanos()),
                Math.max(time.startNanos(), Math.min(time.endNanos(), part.endNanos())));
        for (TimeSpan own : without(within, children)) {
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

    private static List<TimeSpan> children(RequestSpan span, Map<RequestSpan, List<TimeSpan>> withChildren) {
        return merged(withChildren.getOrDefault(span, span.dividedChildren()));
    }

    private static List<TimeSpan> ownTimes(RequestSpan span, TimeSpan time, List<TimeSpan> children) {
        return span.isParent() ? without(time, children) : List.of(time);
    }

    private void addWork(int span, SpanWork work) {
        for (RequestActivity activity : work.activities(activities.size())) {
            activities.add(activity);
            spanOf.add(span);
        }
    }

    private void add(int span, TimeSpan time) {
        addWork(span, new SpanWork(List.of(time), Long.MAX_VALUE, 0, 0));
    }

    /** List the spans, those that were open in the part. */
    List<RequestSpan> spans() {
        return spans;
    }

    /** List what the splitter is to divide over. */
    List<RequestActivity> activities() {
        return activities;
    }

    /** Return the index of the span that an activity belongs to. */
    int spanOf(int activity) {
        return spanOf.get(activity);
    }

    /** Return whether some of a span's own time is charged to others, whose work is known. */
    boolean isCut(int span) {
        return isCut[span];
    }
}
