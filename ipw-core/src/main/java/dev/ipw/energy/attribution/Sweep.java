package dev.ipw.energy.attribution;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Pass over a run from moment to moment. A moment is where a request begins, is taken up, has its first token or ends, or
 * where a step of the counter ends. Between two moments the same requests are open.
 */
final class Sweep {
    private final List<RequestWork> works;
    private final List<RequestActivity> requests;
    private final long[] edges;
    private final int[] byStart;
    private final int[] byPrefill;
    private final int[] byFirstToken;
    private final int[] byEnd;

    Sweep(List<RequestActivity> requests, List<RequestWork> works, long[] edges) {
        this.requests = requests;
        this.works = works;
        this.edges = edges;
        byStart = order(requests.size(), Comparator.comparingLong(this::start));
        byPrefill = order(requests.size(), Comparator.comparingLong(this::prefill));
        byFirstToken = order(requests.size(), Comparator.comparingLong(this::firstToken));
        byEnd = order(requests.size(), Comparator.comparingLong(this::end));
    }

    private static int[] order(int count, Comparator<Integer> by) {
        return IntStream.range(0, count).boxed().sorted(by).mapToInt(Integer::intValue).toArray();
    }

    private long start(int request) {
        return requests.get(request).startNanos();
    }

    private long prefill(int request) {
        return works.get(request).prefillStartNanos();
    }

    private long firstToken(int request) {
        return works.get(request).firstTokenNanos();
    }

    private long end(int request) {
        return requests.get(request).endNanos();
    }

    /** Pass over all from the first edge to the last, and tell a visitor. */
    void tell(Visitor visitor) {
        Open open = new Open(requests.size());
        int start = 0;
        int prefill = 0;
        int first = 0;
        int end = 0;
        int edge = 0;
        long now = edges[0];
        while (edge < edges.length) {
            long next = edges[edge];
            next = Math.min(next, start < byStart.length ? start(byStart[start]) : next);
            next = Math.min(next, prefill < byPrefill.length ? prefill(byPrefill[prefill]) : next);
            next = Math.min(next, first < byFirstToken.length ? firstToken(byFirstToken[first]) : next);
            next = Math.min(next, end < byEnd.length ? end(byEnd[end]) : next);
            if (next > now) {
                visitor.interval(now, next, open);
                now = next;
            }
            // What ends at a moment ends before anything begins at it, save for what takes no time at all.
            while (end < byEnd.length && end(byEnd[end]) <= next && open.contains(byEnd[end])) {
                visitor.ended(byEnd[end], open);
                open.remove(byEnd[end++]);
            }
            while (start < byStart.length && start(byStart[start]) <= next) {
                open.add(byStart[start++]);
            }
            while (prefill < byPrefill.length && prefill(byPrefill[prefill]) <= next) {
                if (open.contains(byPrefill[prefill])) {
                    open.takeUp(byPrefill[prefill]);
                    visitor.takenUp(byPrefill[prefill]);
                }
                prefill++;
            }
            while (first < byFirstToken.length && firstToken(byFirstToken[first]) <= next) {
                if (open.contains(byFirstToken[first])) {
                    open.answer(byFirstToken[first]);
                }
                first++;
            }
            while (end < byEnd.length && end(byEnd[end]) <= next) {
                visitor.ended(byEnd[end], open);
                open.remove(byEnd[end++]);
            }
            while (edge < edges.length && edges[edge] <= next) {
                visitor.edge(now, edge++);
            }
        }
        while (open.count() > 0) {
            int request = open.request(0);
            visitor.ended(request, open);
            open.remove(request);
        }
    }

    /** Hear what happens. */
    interface Visitor {
        void interval(long from, long to, Open open);

        void takenUp(int request);

        void ended(int request, Open open);

        void edge(long nanos, int edge);
    }

    /** Hold the requests that are open. */
    static final class Open {
        private int[] requests = new int[64];
        private final int[] place;
        private final byte[] phase;
        private int count;
        private int working;
        private int answering;

        Open(int requests) {
            place = new int[requests];
            Arrays.fill(place, -1);
            phase = new byte[requests];
        }

        int count() {
            return count;
        }

        int request(int index) {
            return requests[index];
        }

        boolean contains(int request) {
            return place[request] >= 0;
        }

        /** Count those that the server has taken up. */
        int working() {
            return working;
        }

        /** Count those that have their first token. */
        int answering() {
            return answering;
        }

        boolean isAnswering(int request) {
            return phase[request] == 2;
        }

        boolean isWorking(int request) {
            return phase[request] >= 1;
        }

        private void add(int request) {
            if (count == requests.length) {
                requests = Arrays.copyOf(requests, count * 2);
            }
            place[request] = count;
            requests[count++] = request;
        }

        private void takeUp(int request) {
            phase[request] = 1;
            working++;
        }

        private void answer(int request) {
            phase[request] = 2;
            answering++;
        }

        private void remove(int request) {
            int hole = place[request];
            int last = requests[--count];
            requests[hole] = last;
            place[last] = hole;
            place[request] = -1;
            working -= phase[request] >= 1 ? 1 : 0;
            answering -= phase[request] == 2 ? 1 : 0;
        }
    }
}
