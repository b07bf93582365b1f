package dev.ipw.energy.attribution;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Find the steps of a batching engine from token stamps: tokens of several requests that come together come from one step,
 * and no request gets two in one. A step begins where the one before it ended, or where the first of its requests was taken
 * up.
 */
final class EngineSteps {
    private static final double TOGETHER_SHARE = 0.15;
    private static final long LEAST_TOGETHER_NANOS = 200_000;
    private static final long MOST_TOGETHER_NANOS = 5_000_000;
    private static final int REQUESTS_ASKED = 1000;
    private static final double COMPLETE_SHARE = 0.9;
    private static final double EVEN_SHARE = 0.05;

    private long[] begin = new long[1024];
    private long[] end = new long[1024];
    private int[] members = new int[1024];
    private double[] prefillNanos = {0};
    private boolean complete;
    private boolean uneven;
    private int count;

    private EngineSteps() {}

    /** Find the steps; the requests are in the order of their starts. */
    static EngineSteps of(List<RequestActivity> requests) {
        EngineSteps steps = new EngineSteps();
        steps.merge(requests, togetherNanos(requests));
        steps.findPrefills(requests);
        return steps;
    }

    private static long togetherNanos(List<RequestActivity> requests) {
        int stride = Math.max(1, requests.size() / REQUESTS_ASKED);
        long[] between = new long[REQUESTS_ASKED * 2 + 2];
        int known = 0;
        for (int i = 0; i < requests.size() && known < between.length; i += stride) {
            TokenTimes tokens = requests.get(i).tokens();
            if (tokens.size() > 1) {
                between[known++] = (tokens.nanos(tokens.size() - 1) - tokens.nanos(0)) / (tokens.size() - 1);
            }
        }
        Arrays.sort(between, 0, known);
        long median = known == 0 ? 0 : between[known / 2];
        return Math.clamp((long) (TOGETHER_SHARE * median), LEAST_TOGETHER_NANOS, MOST_TOGETHER_NANOS);
    }

    private void merge(List<RequestActivity> requests, long togetherNanos) {
        PriorityQueue<Cursor> coming = new PriorityQueue<>();
        int next = 0;
        long open = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        long begun = Long.MAX_VALUE;
        int inStep = 0;
        while (next < requests.size() || !coming.isEmpty()) {
            while (next < requests.size()
                    && (coming.isEmpty() || requests.get(next).startNanos() <= coming.element().nanos())) {
                TokenTimes tokens = requests.get(next).tokens();
                if (tokens.size() > 0) {
                    coming.add(new Cursor(tokens, requests.get(next).startNanos()));
                }
                next++;
            }
            Cursor first = coming.poll();
            if (first == null) {
                continue;
            }
            long nanos = first.nanos();
            boolean joins = inStep > 0 && nanos - last <= togetherNanos && first.previous < open;
            if (!joins) {
                close(begun, last, inStep);
                open = nanos;
                begun = Long.MAX_VALUE;
                inStep = 0;
            }
            begun = Math.min(begun, first.previous);
            last = nanos;
            inStep++;
            if (first.advance()) {
                coming.add(first);
            }
        }
        close(begun, last, inStep);
    }

    private void close(long begun, long ended, int inStep) {
        if (inStep == 0) {
            return;
        }
        if (count == end.length) {
            begin = Arrays.copyOf(begin, count * 2);
            end = Arrays.copyOf(end, count * 2);
            members = Arrays.copyOf(members, count * 2);
        }
        begin[count] = Math.min(ended, count == 0 ? begun : Math.max(begun, end[count - 1]));
        end[count] = ended;
        members[count] = inStep;
        count++;
    }

    /**
     * Tell from each step how much of it went into prompts: what it takes longer than steps do in which as many requests
     * get a token but none its first.
     */
    private void findPrefills(List<RequestActivity> requests) {
        BitSet withFirst = new BitSet(count);
        for (RequestActivity request : requests) {
            if (request.tokens().size() > 0) {
                withFirst.set(at(request.tokens().nanos(0)));
            }
        }
        complete = isComplete(requests, withFirst);
        uneven = isUneven(requests);
        double[] usual = usualNanos(withFirst);
        prefillNanos = new double[count + 1];
        for (int step = 0; step < count; step++) {
            double longer = end[step] - begin[step] - usual[0] - usual[1] * members[step];
            prefillNanos[step + 1] = prefillNanos[step] + Math.max(0, longer);
        }
    }

    /** Say whether nearly all requests that have their first token but not their last get one in each step. */
    private boolean isComplete(List<RequestActivity> requests, BitSet withFirst) {
        int[] change = new int[count + 1];
        for (RequestActivity request : requests) {
            TokenTimes tokens = request.tokens();
            if (tokens.size() > 1) {
                change[at(tokens.nanos(0)) + 1]++;
                change[Math.min(count, at(tokens.nanos(tokens.size() - 1)) + 1)]--;
            }
        }
        long answering = 0;
        long waiting = 0;
        long got = 0;
        for (int step = 0; step < count; step++) {
            answering += change[step];
            // An engine that works through prompts in steps of their own makes the others wait for that long.
            waiting += withFirst.get(step) ? 0 : answering;
            got += withFirst.get(step) ? 0 : members[step];
        }
        return waiting > 0 && got >= COMPLETE_SHARE * waiting;
    }

    /**
     * Say whether requests get now more and now fewer tokens in a step. The first and the last step of an answer say nothing
     * of that.
     */
    private static boolean isUneven(List<RequestActivity> requests) {
        double strayed = 0;
        double all = 0;
        for (RequestActivity request : requests) {
            TokenTimes tokens = request.tokens();
            int first = tokens.size() == 0 ? 0 : tokens.nextMoment(0);
            int moments = 0;
            double sum = 0;
            for (int i = first; i < tokens.size() && tokens.nextMoment(i) < tokens.size(); i = tokens.nextMoment(i)) {
                moments++;
                sum += tokens.tokensOfMoment(i, request.outputTokens());
            }
            for (int i = first; i < tokens.size() && tokens.nextMoment(i) < tokens.size(); i = tokens.nextMoment(i)) {
                strayed += Math.abs(tokens.tokensOfMoment(i, request.outputTokens()) - sum / moments);
            }
            all += sum;
        }
        return strayed > EVEN_SHARE * all;
    }

    /**
     * Say whether the tokens of a step are not the same number each time, as where an engine guesses some ahead: then what
     * a token costs cannot be told from what a step costs.
     */
    boolean isUneven() {
        return uneven;
    }

    /**
     * Say whether what was found are the engine's steps. They are not where there are no stamps, or where stamps stand for
     * the tokens of several steps, not the same for all.
     */
    boolean isComplete() {
        return complete;
    }

    /** Fit how long a step takes without prompts: nanoseconds in any case, and for each request. */
    private double[] usualNanos(BitSet withFirst) {
        double[] nanos = new double[count];
        double[] batch = new double[count];
        int plain = 0;
        for (int step = 0; step < count; step++) {
            if (!withFirst.get(step)) {
                nanos[plain] = end[step] - begin[step];
                batch[plain++] = members[step];
            }
        }
        return LowerLine.through(Arrays.copyOf(batch, plain), Arrays.copyOf(nanos, plain));
    }

    /**
     * Count a request among the members of each step that passes while it is worked on and has no token yet.
     *
     * @param starts when each request was taken up
     */
    void addPrefills(List<RequestActivity> requests, PrefillStarts starts) {
        int[] change = new int[count + 1];
        for (int i = 0; i < requests.size(); i++) {
            if (requests.get(i).tokens().size() > 0) {
                int first = taking(starts.nanos(i));
                int own = at(requests.get(i).tokens().nanos(0));
                if (first < own) {
                    change[first]++;
                    change[own]--;
                }
            }
        }
        int prefilling = 0;
        for (int step = 0; step < count; step++) {
            prefilling += change[step];
            members[step] += prefilling;
        }
    }

    /** Find the step that takes up a request which is ready at a moment: one that is half over does not. */
    private int taking(long nanos) {
        int step = at(nanos);
        return step < count && nanos > begin[step] + (end[step] - begin[step]) / 2 ? step + 1 : step;
    }

    /** Tell how much time went into prompts up to a moment, in nanoseconds. */
    double prefillNanos(long nanos) {
        int step = at(nanos);
        if (step == count) {
            return prefillNanos[count];
        }
        double length = end[step] - begin[step];
        double share = length > 0 ? Math.clamp((nanos - begin[step]) / length, 0, 1) : 1;
        return prefillNanos[step] + share * (prefillNanos[step + 1] - prefillNanos[step]);
    }

    /** Tell how much time of a step went into prompts, in nanoseconds. */
    double prefillNanosOf(int step) {
        return prefillNanos[step + 1] - prefillNanos[step];
    }

    int count() {
        return count;
    }

    /** Find the first step that ends at a moment or later; the count if there is none. */
    int at(long nanos) {
        int found = Arrays.binarySearch(end, 0, count, nanos);
        return found >= 0 ? found : -found - 1;
    }

    /** Find the same among the steps from one on, outwards from there: the next token mostly comes with the next step. */
    int at(long nanos, int from) {
        int stride = 1;
        int low = from - 1;
        while (low + stride < count && end[low + stride] < nanos) {
            low += stride;
            stride *= 2;
        }
        int found = Arrays.binarySearch(end, low + 1, Math.min(count, low + stride), nanos);
        return found >= 0 ? found : -found - 1;
    }

    long beginNanos(int step) {
        return begin[step];
    }

    long endNanos(int step) {
        return end[step];
    }

    /** Count the requests that a step worked on. */
    int members(int step) {
        return members[step];
    }

    /** Walk along the stamps of one request. */
    private static final class Cursor implements Comparable<Cursor> {
        private final TokenTimes tokens;
        private long previous;
        private int index;

        Cursor(TokenTimes tokens, long startNanos) {
            this.tokens = tokens;
            previous = startNanos;
        }

        long nanos() {
            return tokens.nanos(index);
        }

        boolean advance() {
            previous = tokens.nanos(index);
            index = tokens.nextMoment(index);
            return index < tokens.size();
        }

        @Override
        public int compareTo(Cursor other) {
            return Long.compare(nanos(), other.nanos());
        }
    }
}
