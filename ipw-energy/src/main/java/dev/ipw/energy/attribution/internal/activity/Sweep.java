package dev.ipw.energy.attribution.internal.activity;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * The passage over a run from moment to moment. A moment is where a request begins, is accepted, has its first token or
 * ends, or where a step of the counter ends. Between two moments the same requests are open.
 */
public final class Sweep {
    private final List<RequestActivity> requests;
    private final long[] edges;
    private final int[] byStart;
    private final int[] byPrefill;
    private final int[] byFirstToken;
    private final int[] byEnd;

    public Sweep(List<RequestActivity> requests, long[] edges) {
        this.requests = requests;
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
        return requests.get(request).prefillStartNanos().orElse(start(request));
    }

    private long firstToken(int request) {
        return requests.get(request).firstTokenNanos().orElse(end(request));
    }

    private long end(int request) {
        return requests.get(request).endNanos();
    }

    /** Passes over all moments from the first edge to the last, and reports them to a visitor. */
    void accept(Visitor visitor) {
        new Passage(visitor).run();
    }

    /** One passage, with the requests that are open at its moment. */
    private final class Passage {
        private final Visitor visitor;
        private final Open open = new Open(requests.size());
        private final Moments starts = new Moments(byStart, Sweep.this::start);
        private final Moments prefills = new Moments(byPrefill, Sweep.this::prefill);
        private final Moments firstTokens = new Moments(byFirstToken, Sweep.this::firstToken);
        private final Moments ends = new Moments(byEnd, Sweep.this::end);
        private int edge;

        Passage(Visitor visitor) {
            this.visitor = visitor;
        }

        void run() {
            long now = edges[0];
            while (edge < edges.length) {
                long next = nextNanos();
                if (next > now) {
                    visitor.interval(now, next, open);
                    now = next;
                }
                // Requests that end at a moment end before others begin at it, except those that take no time at all.
                while (ends.isDue(next) && open.contains(ends.request())) {
                    end(ends.take());
                }
                while (starts.isDue(next)) {
                    start(starts.take());
                }
                while (prefills.isDue(next)) {
                    takeUp(prefills.take());
                }
                while (firstTokens.isDue(next)) {
                    answer(firstTokens.take());
                }
                while (ends.isDue(next)) {
                    end(ends.take());
                }
                while (edge < edges.length && edges[edge] <= next) {
                    visitor.edge(now, edge++);
                }
            }
            while (open.count() > 0) {
                end(open.request(0));
            }
        }

        private long nextNanos() {
            return Math.min(edges[edge], Math.min(Math.min(starts.nanos(), prefills.nanos()),
                    Math.min(firstTokens.nanos(), ends.nanos())));
        }

        private void start(int request) {
            open.add(request);
            visitor.started(request, open);
        }

        private void takeUp(int request) {
            if (open.contains(request)) {
                open.takeUp(request);
                visitor.takenUp(request);
            }
        }

        private void answer(int request) {
            if (open.contains(request)) {
                open.answer(request);
            }
        }

        private void end(int request) {
            visitor.ended(request, open);
            open.remove(request);
        }
    }

    /** The requests in the order of one of their moments. */
    private static final class Moments {
        private final int[] order;
        private final IntToLongFunction nanosOf;
        private int next;

        Moments(int[] order, IntToLongFunction nanosOf) {
            this.order = order;
            this.nanosOf = nanosOf;
        }

        /** Returns the next moment; the end of time after the last one. */
        long nanos() {
            return next < order.length ? nanosOf.applyAsLong(order[next]) : Long.MAX_VALUE;
        }

        boolean isDue(long now) {
            return next < order.length && nanos() <= now;
        }

        int request() {
            return order[next];
        }

        int take() {
            return order[next++];
        }
    }

    /** Receives the events of a sweep. */
    interface Visitor {
        void interval(long from, long to, Open open);

        default void started(int request, Open open) {}

        default void takenUp(int request) {}

        default void ended(int request, Open open) {}

        default void edge(long nanos, int edge) {}
    }

    /** The open requests; those that the server has accepted come first. */
    static final class Open {
        private int[] requests = new int[64];
        private final int[] place;
        private final boolean[] answering;
        private int count;
        private int workingCount;
        private int answeringCount;

        Open(int requests) {
            place = new int[requests];
            Arrays.fill(place, -1);
            answering = new boolean[requests];
        }

        int count() {
            return count;
        }

        /** Returns one of the open requests; the accepted ones come first. */
        int request(int index) {
            return requests[index];
        }

        boolean contains(int request) {
            return place[request] >= 0;
        }

        /** Counts the requests that the server has accepted. */
        int working() {
            return workingCount;
        }

        /** Counts the requests that have their first token. */
        int answering() {
            return answeringCount;
        }

        boolean isAnswering(int request) {
            return answering[request];
        }

        private void add(int request) {
            if (count == requests.length) {
                requests = Arrays.copyOf(requests, count * 2);
            }
            put(request, count++);
        }

        private void takeUp(int request) {
            int from = place[request];
            put(requests[workingCount], from);
            put(request, workingCount++);
        }

        private void answer(int request) {
            answering[request] = true;
            answeringCount++;
        }

        private void remove(int request) {
            int hole = place[request];
            answeringCount -= answering[request] ? 1 : 0;
            if (hole < workingCount) {
                put(requests[--workingCount], hole);
                hole = workingCount;
            }
            if (hole < --count) {
                put(requests[count], hole);
            }
            place[request] = -1;
        }

        private void put(int request, int at) {
            requests[at] = request;
            place[request] = at;
        }
    }
}
