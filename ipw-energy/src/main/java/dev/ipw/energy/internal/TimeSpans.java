package dev.ipw.energy.internal;

import dev.ipw.energy.TimeSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Unions and differences of spans of time. */
public final class TimeSpans {
    private TimeSpans() {}

    /**
     * Merges times that overlap.
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

    /**
     * Cuts times out of another one.
     *
     * @param whole the time to cut
     * @param holes in order, none overlapping another
     * @return the rest of the time, in order
     */
    public static List<TimeSpan> without(TimeSpan whole, List<TimeSpan> holes) {
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

    /**
     * Finds the first time that ends after a moment.
     *
     * @param ordered times in order, none overlapping another
     * @param nanos   the moment
     * @return its index; the number of times if there is none
     */
    public static int firstEndingAfter(List<TimeSpan> ordered, long nanos) {
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
}
