package dev.ipw.results.internal.format;

import dev.ipw.energy.TimeSpan;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The reader of moments, in nanoseconds since a run's anchor. It rejects those outside the range of a run, so that
 * differences never overflow.
 */
public final class Moments {
    /** About 73 years. */
    private static final long FARTHEST_NANOS = 1L << 61;

    private Moments() {}

    public static long of(TreeReader tree, String key) {
        return checked(tree, key, tree.whole(key));
    }

    public static OptionalLong optional(TreeReader tree, String key) {
        OptionalLong nanos = tree.optionalWhole(key);
        nanos.ifPresent(known -> checked(tree, key, known));
        return nanos;
    }

    public static long[] all(TreeReader tree, String key) {
        long[] nanos = tree.wholes(key);
        for (long one : nanos) {
            checked(tree, key, one);
        }
        return nanos;
    }

    /** Reads a time span from the moments under two keys. */
    public static TimeSpan span(TreeReader tree, String startKey, String endKey) {
        long start = of(tree, startKey);
        long end = of(tree, endKey);
        if (end < start) {
            throw new InputException(tree.place(endKey) + " must not lie before " + startKey + ", but is " + end
                    + " and not after " + start);
        }
        return new TimeSpan(start, end);
    }

    /** Reads time spans, in order, from the moments under two keys. */
    public static List<TimeSpan> spans(TreeReader tree, String startKey, String endKey) {
        long[] starts = all(tree, startKey);
        long[] ends = all(tree, endKey);
        List<TimeSpan> spans = new ArrayList<>();
        long last = Long.MIN_VALUE;
        for (int i = 0; i < starts.length; i++) {
            if (starts.length != ends.length || starts[i] < last || ends[i] < starts[i]) {
                throw new InputException(tree.place(endKey) + " must hold an end for each of " + startKey
                        + ", after it and not after the next");
            }
            spans.add(new TimeSpan(starts[i], ends[i]));
            last = ends[i];
        }
        return spans;
    }

    private static long checked(TreeReader tree, String key, long nanos) {
        if (nanos > FARTHEST_NANOS || nanos < -FARTHEST_NANOS) {
            throw new InputException(tree.place(key) + " must be nanoseconds within 73 years of the run's begin, not "
                    + nanos);
        }
        return nanos;
    }
}
