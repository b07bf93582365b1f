package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.activity.ActiveTimes;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** The equal division of the joules of each moment over the requests that were open then, whatever their work. */
final class OpenShares {
    private final long[] cuts;
    private final double[] joulesEach;
    private final double[] secondsEach;

    OpenShares(List<RequestActivity> requests, ShareCells cells) {
        ActiveTimes times = ActiveTimes.of(requests);
        cuts = requests.stream().flatMapToLong(one -> LongStream.of(one.startNanos(), one.endNanos())).sorted()
                .distinct().toArray();
        joulesEach = new double[cuts.length];
        secondsEach = new double[cuts.length];
        int cell = 0;
        double passed = 0;
        double before = 0;
        for (int i = 0; i < cuts.length; i++) {
            while (cell < cells.count() && cells.endNanos(cell) <= cuts[i]) {
                passed += cells.joules(cell++);
            }
            double now = passed + (cell < cells.count() ? part(cells, cell, cuts[i]) : 0);
            if (i > 0) {
                int open = times.startsBefore(cuts[i]) - times.endsBefore(cuts[i - 1] + 1);
                joulesEach[i] = joulesEach[i - 1] + (open > 0 ? (now - before) / open : 0);
                secondsEach[i] = secondsEach[i - 1] + (open > 0 ? (cuts[i] - cuts[i - 1]) / 1e9 / open : 0);
            }
            before = now;
        }
    }

    /** Returns the joules of a cell until a moment. */
    private static double part(ShareCells cells, int cell, long nanos) {
        long start = cells.startNanos(cell);
        return nanos <= start
                ? 0
                : cells.joules(cell) * (nanos - start) / (cells.endNanos(cell) - start);
    }

    double joules(RequestActivity request) {
        return between(joulesEach, request);
    }

    /** Returns the request's part of the time in which it was open. */
    double seconds(RequestActivity request) {
        return between(secondsEach, request);
    }

    private double between(double[] sums, RequestActivity request) {
        return sums[Arrays.binarySearch(cuts, request.endNanos())]
                - sums[Arrays.binarySearch(cuts, request.startNanos())];
    }
}
