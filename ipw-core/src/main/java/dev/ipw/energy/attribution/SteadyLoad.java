package dev.ipw.energy.attribution;

import dev.ipw.energy.TimeSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Find the stretch of a run in which the load was steady, and count what came out meanwhile. */
public final class SteadyLoad {
    private SteadyLoad() {}

    /**
     * Find the stretch from when the number of requests in flight first reaches its median, weighted by time from the first
     * start to the last end, until it last leaves it. A median of none counts as one.
     *
     * @param requests the requests of the run, in any order
     * @return the stretch; empty if no request took any time
     */
    public static Optional<TimeSpan> of(List<RequestActivity> requests) {
        List<Level> levels = levels(requests);
        int median = Math.max(1, median(levels, requests.size()));
        Optional<Level> first = levels.stream().filter(level -> level.inFlight >= median).findFirst();
        return first.map(begun -> new TimeSpan(begun.span.startNanos(), levels.reversed().stream()
                .filter(level -> level.inFlight >= median).findFirst().orElse(begun).span.endNanos()));
    }

    /**
     * Count the tokens that came in a stretch, after its start and up to its end. An answer's tokens are spread over its
     * stamps, each as much as it stands for; where there are none, evenly over the time from its first token, or else from
     * its start, to its end.
     *
     * @param span     the stretch
     * @param requests whose tokens count
     * @return how many; not whole where stamps stand for parts of tokens
     */
    public static double outputTokens(TimeSpan span, List<RequestActivity> requests) {
        return requests.stream().mapToDouble(request -> request.outputTokens() * part(span, request)).sum();
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

    /** List for how long so many were in flight, in order. */
    private static List<Level> levels(List<RequestActivity> requests) {
        Map<Long, Integer> changes = new TreeMap<>();
        for (RequestActivity request : requests) {
            changes.merge(request.startNanos(), 1, Integer::sum);
            changes.merge(request.endNanos(), -1, Integer::sum);
        }
        List<Level> levels = new ArrayList<>(changes.size());
        long since = 0;
        int inFlight = 0;
        boolean begun = false;
        for (Map.Entry<Long, Integer> change : changes.entrySet()) {
            if (begun) {
                levels.add(new Level(new TimeSpan(since, change.getKey()), inFlight));
            }
            begun = true;
            since = change.getKey();
            inFlight += change.getValue();
        }
        return levels;
    }

    private static int median(List<Level> levels, int most) {
        long[] nanos = new long[most + 1];
        long all = 0;
        for (Level level : levels) {
            nanos[level.inFlight] += level.span.nanos();
            all += level.span.nanos();
        }
        int median = 0;
        long upToMedian = nanos[0];
        while (upToMedian < all - upToMedian) {
            median++;
            upToMedian += nanos[median];
        }
        return median;
    }

    private record Level(TimeSpan span, int inFlight) {}
}
