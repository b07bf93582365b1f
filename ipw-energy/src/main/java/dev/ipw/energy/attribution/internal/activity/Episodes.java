package dev.ipw.energy.attribution.internal.activity;

import java.util.Arrays;
import java.util.List;

/** The spans of overlapping requests: between two spans no request was open. */
public final class Episodes {
    private final int[] of;
    private long[] start = new long[64];
    private long[] end = new long[64];
    private int[] size = new int[64];
    private int count;

    /** Finds the spans; the requests are in the order of their starts. */
    public Episodes(List<RequestActivity> requests) {
        of = new int[requests.size()];
        for (int i = 0; i < of.length; i++) {
            RequestActivity request = requests.get(i);
            if (i == 0 || request.startNanos() >= end[count - 1]) {
                open(request);
            }
            end[count - 1] = Math.max(end[count - 1], request.endNanos());
            size[count - 1]++;
            of[i] = count - 1;
        }
    }

    private void open(RequestActivity request) {
        if (count == start.length) {
            start = Arrays.copyOf(start, 2 * count);
            end = Arrays.copyOf(end, 2 * count);
            size = Arrays.copyOf(size, 2 * count);
        }
        start[count] = request.startNanos();
        end[count++] = request.endNanos();
    }

    public int count() {
        return count;
    }

    /** Returns the episode of a request. */
    public int of(int request) {
        return of[request];
    }

    public int requests() {
        return of.length;
    }

    public long startNanos(int episode) {
        return start[episode];
    }

    public long endNanos(int episode) {
        return end[episode];
    }

    /** Counts the requests of an episode. */
    public int size(int episode) {
        return size[episode];
    }
}
