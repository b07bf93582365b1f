package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.activity.Episodes;
import dev.ipw.energy.internal.curve.EnergyCurve;
import java.util.Arrays;

/**
 * The cells of a device's joules: the joules between two edges of its counter while the same requests, which overlap
 * each other one after another, were open. Joules between such times are idle; unknown joules belong to no request.
 */
final class ShareCells {
    private final Episodes episodes;
    private final int[] firstCell;
    private long[] start = new long[1024];
    private long[] end = new long[1024];
    private double[] joules = new double[1024];
    private int[] interval = new int[1024];
    private int count;
    private double idleJoules;
    private double openJoules;

    ShareCells(Episodes episodes, CounterIntervals intervals, EnergyCurve curve, TimeSpan span) {
        this.episodes = episodes;
        firstCell = new int[episodes.count() + 1];
        double before = curve.joulesAt(span.startNanos());
        int at = 0;
        long now = span.startNanos();
        for (int episode = 0; episode <= episodes.count(); episode++) {
            boolean isLast = episode == episodes.count();
            firstCell[episode] = count;
            long[] borders = {isLast ? span.endNanos() : within(span, episodes.startNanos(episode)),
                    isLast ? span.endNanos() : within(span, episodes.endNanos(episode))};
            for (int phase = 0; phase < 2; phase++) {
                while (now < borders[phase]) {
                    while (at < intervals.count() - 1 && intervals.endNanos(at) <= now) {
                        at++;
                    }
                    long next = Math.min(borders[phase], Math.max(now + 1, intervals.endNanos(at)));
                    // The curve never falls, but its last digits may.
                    double after = Math.max(before, curve.joulesAt(next));
                    book(phase == 1, at, now, next, after - before, intervals.isUnknown(at));
                    before = after;
                    now = next;
                }
            }
        }
    }

    private static long within(TimeSpan span, long nanos) {
        return Math.clamp(nanos, span.startNanos(), span.endNanos());
    }

    private void book(boolean isOpen, int at, long from, long to, double used, boolean isUnknown) {
        idleJoules += isOpen ? 0 : used;
        openJoules += isOpen ? used : 0;
        if (isOpen && !isUnknown) {
            if (count == start.length) {
                start = Arrays.copyOf(start, 2 * count);
                end = Arrays.copyOf(end, 2 * count);
                joules = Arrays.copyOf(joules, 2 * count);
                interval = Arrays.copyOf(interval, 2 * count);
            }
            start[count] = from;
            end[count] = to;
            joules[count] = used;
            interval[count++] = at;
        }
    }

    int count() {
        return count;
    }

    double joules(int cell) {
        return joules[cell];
    }

    int interval(int cell) {
        return interval[cell];
    }

    long startNanos(int cell) {
        return start[cell];
    }

    long endNanos(int cell) {
        return end[cell];
    }

    int requests() {
        return episodes.requests();
    }

    int episodes() {
        return episodes.count();
    }

    int firstCell(int episode) {
        return firstCell[episode];
    }

    /** Returns the episode of a request. */
    int episodeOf(int request) {
        return episodes.of(request);
    }

    long episodeStartNanos(int episode) {
        return episodes.startNanos(episode);
    }

    long episodeEndNanos(int episode) {
        return episodes.endNanos(episode);
    }

    /** Returns whether a request overlapped others, directly or through a chain of them. */
    boolean isShared(int request) {
        return episodes.size(episodes.of(request)) > 1;
    }

    /** Returns whether any requests overlapped. */
    boolean isAnyShared() {
        return episodes.count() < episodes.requests();
    }

    /** Returns the cell of an episode at a moment, or the nearest to it. */
    int cellAt(int episode, long nanos) {
        int low = firstCell[episode];
        int high = firstCell[episode + 1] - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (end[middle] <= nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    double idleJoules() {
        return idleJoules;
    }

    /** Returns the joules of the time with open requests, including those whose time is unknown. */
    double openJoules() {
        return openJoules;
    }
}
