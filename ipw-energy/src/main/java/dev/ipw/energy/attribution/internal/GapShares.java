package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.work.Work;
import java.util.stream.IntStream;

/** The joules charged to requests in gaps of the readings, and the maximum that they may have used there. */
final class GapShares {
    private final CounterIntervals intervals;
    private final int[] gaps;
    private final double[] charged;

    GapShares(CounterIntervals intervals, ShareCells cells) {
        this.intervals = intervals;
        gaps = IntStream.range(0, intervals.count())
                .filter(i -> intervals.isGap(i) && !intervals.isUnknown(i)).toArray();
        charged = new double[cells.requests()];
    }

    /** Records the charged joules of shares. */
    void add(WorkShares shares, ShareCells cells) {
        WorkPlaces places = shares.places();
        double[] row = new double[Work.PARTS];
        for (int request = 0; request < charged.length && gaps.length > 0; request++) {
            int one = request;
            if (cells.isShared(request)) {
                places.work().forEachPart(request, places.charged(), row, (piece, isPrompt, part) -> {
                    for (int place = places.first(piece); place < places.end(piece); place++) {
                        int cell = places.cell(place);
                        if (intervals.isGap(cells.interval(cell))) {
                            charged[one] += places.part(place) * shares.weigh(one, piece, part)
                                    * shares.joulesPerWeight()[cell];
                        }
                    }
                });
            }
        }
    }

    double chargedJoules(int request) {
        return charged[request];
    }

    /** Adds up the joules of the gaps in a request's time. */
    double joules(RequestActivity request) {
        double sum = 0;
        for (int i = firstAfter(request.startNanos()); i < gaps.length
                && intervals.startNanos(gaps[i]) < request.endNanos(); i++) {
            sum += intervals.joules(gaps[i]);
        }
        return sum;
    }

    private int firstAfter(long nanos) {
        int low = 0;
        int high = gaps.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (intervals.endNanos(gaps[middle]) <= nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
