package dev.ipw.energy.attribution.internal.activity;

import dev.ipw.energy.TimeSpan;
import java.util.List;
import java.util.Optional;

/** The interval of a run with a steady load, and the count of its answers and tokens. */
public final class SteadyLoad {
    private SteadyLoad() {}

    /**
     * Returns the interval from the time at which the number of requests in flight first reaches its median, weighted
     * by time from the first start to the last end, to the time at which it last falls below it. A median of zero
     * counts as one.
     *
     * @param requests the requests of the run, in any order
     * @return the interval; empty if no request took any time
     */
    public static Optional<TimeSpan> of(List<RequestActivity> requests) {
        return of(ActiveTimes.of(requests),
                List.of(new TimeSpan(Long.MIN_VALUE >> 1, Long.MAX_VALUE >> 1)));
    }

    /**
     * Returns the same interval for a run that was measured in several intervals: the time between them has no weight.
     *
     * @param requests the times of its requests
     * @param measured the intervals, in order; every request lies in one
     * @return the interval from the first time at the median to the last; empty if no request took any time
     */
    public static Optional<TimeSpan> of(ActiveTimes requests, List<TimeSpan> measured) {
        int median = Math.max(1, median(requests, measured));
        long[] steady = {Long.MAX_VALUE, Long.MIN_VALUE};
        forEachLevel(requests, (from, to, inFlight) -> {
            if (inFlight >= median) {
                steady[0] = Math.min(steady[0], from);
                steady[1] = to;
            }
        });
        return steady[0] > steady[1] ? Optional.empty() : Optional.of(new TimeSpan(steady[0], steady[1]));
    }

    /**
     * Counts the tokens of an interval, after its start and up to its end. An answer's tokens are spread over its token
     * times, by the number of tokens at each; if there are none, evenly over the time from its first token, or else
     * from its start, to its end.
     *
     * @param span     the interval
     * @param requests the requests whose tokens count
     * @return the number of tokens; not whole where a token time counts for parts of tokens
     */
    public static double outputTokens(TimeSpan span, List<RequestActivity> requests) {
        return requests.stream().mapToDouble(request -> outputTokens(span, request)).sum();
    }

    /**
     * Counts the tokens of one request that came in an interval, as {@link #outputTokens(TimeSpan, List)} does.
     *
     * @param span    the interval
     * @param request the request whose tokens count
     * @return the number of tokens
     */
    public static double outputTokens(TimeSpan span, RequestActivity request) {
        return request.outputTokens() * part(span, request);
    }

    private static double part(TimeSpan span, RequestActivity request) {
        TokenTimes tokens = request.tokens();
        double inside = 0;
        double all = 0;
        for (int i = 0; i < tokens.size(); i++) {
            double stampTokens = tokens.tokens(i, request.outputTokens());
            all += stampTokens;
            inside += comesIn(span, tokens.nanos(i)) ? stampTokens : 0;
        }
        return all > 0 ? inside / all : evenPart(span, request);
    }

    private static double evenPart(TimeSpan span, RequestActivity request) {
        long from = request.firstTokenNanos().orElse(request.startNanos());
        long to = request.endNanos();
        if (from == to) {
            return comesIn(span, to) ? 1 : 0;
        }
        long inside = Math.min(to, span.endNanos()) - Math.max(from, span.startNanos());
        return Math.max(0, inside) / (double) (to - from);
    }

    private static boolean comesIn(TimeSpan span, long nanos) {
        return nanos > span.startNanos() && nanos <= span.endNanos();
    }

    /** Reports each level of requests in flight with its duration, from the first start to the last end. */
    private static void forEachLevel(ActiveTimes requests, Level level) {
        int started = 0;
        int ended = 0;
        while (ended < requests.size()) {
            long from = started < requests.size()
                    ? Math.min(requests.start(started), requests.end(ended))
                    : requests.end(ended);
            while (started < requests.size() && requests.start(started) <= from) {
                started++;
            }
            while (ended < requests.size() && requests.end(ended) <= from) {
                ended++;
            }
            if (ended < requests.size()) {
                long to = started < requests.size()
                        ? Math.min(requests.start(started), requests.end(ended))
                        : requests.end(ended);
                level.lasted(from, to, started - ended);
            }
        }
    }

    private static int median(ActiveTimes requests, List<TimeSpan> measured) {
        int[] most = {0};
        forEachLevel(requests, (from, to, inFlight) -> most[0] = Math.max(most[0], inFlight));
        long[] nanos = new long[most[0] + 1];
        long[] all = {0};
        int[] next = {0};
        forEachLevel(requests, (from, to, inFlight) -> {
            while (next[0] + 1 < measured.size() && measured.get(next[0]).endNanos() <= from) {
                next[0]++;
            }
            long inside = 0;
            for (int i = next[0]; i < measured.size() && measured.get(i).startNanos() < to; i++) {
                inside += Math.max(0, Math.min(to, measured.get(i).endNanos())
                        - Math.max(from, measured.get(i).startNanos()));
            }
            nanos[inFlight] += inside;
            all[0] += inside;
        });
        int median = 0;
        long upToMedian = nanos[0];
        while (upToMedian < all[0] - upToMedian) {
            median++;
            upToMedian += nanos[median];
        }
        return median;
    }

    private interface Level {
        void lasted(long from, long to, int inFlight);
    }
}
