package dev.ipw.energy.attribution.internal.activity;

import dev.ipw.energy.internal.curve.ActivityTimeline;
import java.util.Arrays;

/**
 * The conversion of a run's requests into states of about equal power, by the numbers of requests in prefill and in
 * decode.
 */
public final class Timelines implements Sweep.Visitor {
    private static final int MAX_DISTINCT_PREFILLS = 3;
    private static final int MAX_DISTINCT_DECODES = 8;
    private static final int DECODE_KINDS = 256;

    private long[] starts = new long[256];
    private int[] kinds = new int[256];
    private int count;

    private Timelines() {}

    public static ActivityTimeline of(Sweep sweep) {
        Timelines states = new Timelines();
        sweep.accept(states);
        return new ActivityTimeline(Arrays.copyOf(states.starts, states.count),
                Arrays.copyOf(states.kinds, states.count));
    }

    @Override
    public void interval(long from, long to, Sweep.Open open) {
        int kind = kind(open.working() - open.answering(), open.answering());
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
            kinds = Arrays.copyOf(kinds, count * 2);
        }
        if (count == 0 || kinds[count - 1] != kind) {
            starts[count] = from;
            kinds[count++] = kind;
        }
    }

    /** Large batches differ little by one request, so their kinds widen. */
    private static int kind(int prefilling, int decoding) {
        int decodes = decoding <= MAX_DISTINCT_DECODES
                ? decoding
                : MAX_DISTINCT_DECODES + (int) Math.rint(2 * Math.log((double) decoding / MAX_DISTINCT_DECODES)
                        / Math.log(2));
        return Math.min(prefilling, MAX_DISTINCT_PREFILLS) * DECODE_KINDS + decodes;
    }
}
