package dev.ipw.telemetry.internal.division;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.TimeSpans;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The spans in the form that the splitter needs. Where all innermost spans are work, each is a request. All other
 * moments are cut into slices, each of which is one request, whose joules are then divided over its innermost spans.
 */
public final class SpanActivities {
    // With more cuts a model of the work would take minutes, where many tools run beside many calls.
    private static final int MAX_CUTS = 4096;

    private final TimeSpan part;
    private final List<DividedSpan> spans;
    private final List<RequestActivity> activities = new ArrayList<>();
    private final List<Integer> spanOf = new ArrayList<>();
    private final SharedMoments moments;
    private final boolean[] isMixed;
    private int ids;

    /**
     * Converts spans.
     *
     * @param spans the spans that were open in a part of time
     * @param part  the part
     */
    public SpanActivities(List<DividedSpan> spans, TimeSpan part) {
        this.part = part;
        isMixed = new boolean[spans.size()];
        List<List<TimeSpan>> own = spans.stream().map(SpanActivities::own).toList();
        List<List<TimeSpan>> ownInPart = own.stream().map(this::inPart).toList();
        SharedMoments byWork = new SharedMoments(spans, ownInPart);
        List<TimeSpan> shared = byWork.times();
        List<List<TimeSpan>> pieces = pieces(spans, own, shared);
        boolean isCutTooOften = pieces.stream().mapToLong(List::size).sum() > own.stream().mapToLong(List::size).sum()
                + MAX_CUTS;
        this.spans = isCutTooOften ? spans.stream().map(DividedSpan::byTokens).toList() : List.copyOf(spans);
        moments = isCutTooOften ? new SharedMoments(this.spans, ownInPart) : byWork;
        for (int i = 0; i < isMixed.length; i++) {
            if (this.spans.get(i).weighing() == Weighing.WORK) {
                addWork(i, pieces.get(i), shared);
            }
        }
        for (SharedMoments.Slice slice : moments.slices()) {
            activities.addAll(new SpanWork(List.of(slice.time()), Long.MAX_VALUE, 0, 0, 0).activities(ids++));
        }
        markOverlaps(ownInPart);
    }

    /** Cuts the own times of work where other times begin or end. */
    private static List<List<TimeSpan>> pieces(List<DividedSpan> spans, List<List<TimeSpan>> own,
            List<TimeSpan> borders) {
        List<List<TimeSpan>> pieces = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            pieces.add(spans.get(i).weighing() == Weighing.WORK ? cutAt(own.get(i), borders) : own.get(i));
        }
        return pieces;
    }

    private static List<TimeSpan> own(DividedSpan span) {
        return span.within().isEmpty()
                ? List.of(span.time())
                : TimeSpans.without(span.time(), TimeSpans.merged(span.within()));
    }

    private List<TimeSpan> inPart(List<TimeSpan> times) {
        return times.stream()
                .filter(time -> time.startNanos() < part.endNanos() && time.endNanos() > part.startNanos())
                .map(time -> new TimeSpan(Math.max(time.startNanos(), part.startNanos()),
                        Math.min(time.endNanos(), part.endNanos())))
                .toList();
    }

    /** Marks the spans that worked while others rested, and those that rested while others worked. */
    private void markOverlaps(List<List<TimeSpan>> own) {
        List<TimeSpan> worked = new ArrayList<>();
        List<TimeSpan> rested = new ArrayList<>();
        for (int i = 0; i < isMixed.length; i++) {
            (isRest(i) ? rested : worked).addAll(own.get(i));
        }
        List<TimeSpan> mergedWork = TimeSpans.merged(worked);
        List<TimeSpan> mergedRests = TimeSpans.merged(rested);
        for (int i = 0; i < isMixed.length; i++) {
            List<TimeSpan> others = isRest(i) ? mergedWork : mergedRests;
            isMixed[i] = own.get(i).stream().anyMatch(time -> isAnyOpen(others, time));
        }
    }

    private boolean isRest(int span) {
        return spans.get(span).weighing() == Weighing.REST;
    }

    /** Adds pieces of work, except those that are divided at each moment. */
    private void addWork(int index, List<TimeSpan> pieces, List<TimeSpan> shared) {
        List<RequestActivity> work = SpanWork.of(spans.get(index), pieces).activities(ids);
        ids += work.size();
        for (int i = 0; i < work.size(); i++) {
            if (!isAnyOpen(shared, pieces.get(i))) {
                activities.add(work.get(i));
                spanOf.add(index);
            }
        }
    }

    private static boolean isAnyOpen(List<TimeSpan> worked, TimeSpan time) {
        int at = TimeSpans.firstEndingAfter(worked, time.startNanos());
        return at < worked.size() && worked.get(at).startNanos() < time.endNanos();
    }

    /** Cuts times at the starts and ends of others, both in order. */
    private static List<TimeSpan> cutAt(List<TimeSpan> times, List<TimeSpan> borders) {
        List<TimeSpan> pieces = new ArrayList<>();
        for (TimeSpan time : times) {
            long from = time.startNanos();
            for (int i = TimeSpans.firstEndingAfter(borders, from); i < borders.size()
                    && borders.get(i).startNanos() < time.endNanos(); i++) {
                long start = Math.max(from, borders.get(i).startNanos());
                long end = Math.min(time.endNanos(), borders.get(i).endNanos());
                if (start > from) {
                    pieces.add(new TimeSpan(from, start));
                }
                pieces.add(new TimeSpan(start, end));
                from = end;
            }
            if (from < time.endNanos() || pieces.isEmpty()) {
                pieces.add(new TimeSpan(from, time.endNanos()));
            }
        }
        return pieces;
    }

    /**
     * Lists the spans.
     *
     * @return the spans in the order in which they were given
     */
    public List<DividedSpan> spans() {
        return spans;
    }

    /**
     * Lists the requests for the splitter.
     *
     * @return the requests: those of one span follow each other, and the slices come after those of all spans
     */
    public List<RequestActivity> activities() {
        return activities;
    }

    /**
     * Adds up the joules charged to each span in its own times.
     *
     * @param charged the share of each of the {@link #activities()}
     * @param series  the device's readings
     * @param divided the time whose joules were divided
     * @return a share for each span
     */
    public List<SpanShare> bySpan(List<SpanShare> charged, DeviceSeries series, TimeSpan divided) {
        @Nullable
        SpanShare[] ofWork = new SpanShare[spans.size()];
        int works = spanOf.size();
        for (int activity = 0; activity < works; activity++) {
            int span = spanOf.get(activity);
            SpanShare sum = ofWork[span];
            ofWork[span] = sum == null ? charged.get(activity) : sum.plus(charged.get(activity));
        }
        SliceSums slices = new SliceSums(moments.slices(), charged.subList(works, charged.size()), series, divided);
        List<SpanShare> shares = new ArrayList<>();
        for (int span = 0; span < ofWork.length; span++) {
            TimeSpan time = spans.get(span).time();
            SliceSums.Sum sum = new SliceSums.Sum();
            moments.addTo(sum, span, slices);
            SpanShare work = ofWork[span];
            SpanShare share = sum.isAny() ? slices.share(sum, time) : SpanShare.nothing(series.device());
            if (work != null) {
                share = sum.isAny() ? work.plus(share) : work;
            }
            // Some joules of a resting span's own time are charged to others, who work.
            shares.add(isMixed[span]
                    ? share.attributed(isRest(span) ? upperJoules(time, series, divided) : 0)
                    : share);
        }
        return shares;
    }

    private static double upperJoules(TimeSpan time, DeviceSeries series, TimeSpan divided) {
        long from = Math.clamp(time.startNanos(), divided.startNanos(), divided.endNanos());
        return series.window(from, Math.clamp(time.endNanos(), from, divided.endNanos())).upper().orElse(0);
    }
}
