package dev.ipw.energy.attribution.internal.work;

import dev.ipw.energy.attribution.internal.activity.Episodes;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The steps of a batching engine, found from token times: tokens of several requests that come together are from one
 * step, and no request gets two in one. A step ends with its earliest token. It begins where the one before it ended,
 * or, if no request was open then, with the earliest start after that.
 */
public final class EngineSteps {
    private static final double TOGETHER_SHARE = 0.15;
    private static final long MIN_TOGETHER_NANOS = 200_000;
    private static final long MAX_TOGETHER_NANOS = 5_000_000;
    private static final int REQUESTS_ASKED = 1000;
    private static final double COMPLETE_SHARE = 0.9;
    private static final int MAX_AT_ONCE = 8;

    private final List<RequestActivity> requests;
    private final Episodes episodes;
    private final int[] firstMoment;
    private final int[] stepOfMoment;
    private long[] begin = new long[1024];
    private long[] end = new long[1024];
    private int[] episode = new int[1024];
    private int count;

    private EngineSteps(List<RequestActivity> requests, Episodes episodes) {
        this.requests = requests;
        this.episodes = episodes;
        firstMoment = new int[requests.size() + 1];
        for (int i = 0; i < requests.size(); i++) {
            firstMoment[i + 1] = firstMoment[i] + moments(requests.get(i));
        }
        stepOfMoment = new int[firstMoment[requests.size()]];
    }

    /** Finds the steps; the requests are in the order of their starts. */
    public static EngineSteps of(List<RequestActivity> requests, Episodes episodes) {
        EngineSteps steps = new EngineSteps(requests, episodes);
        steps.merge(togetherNanos(requests));
        steps.findBegins();
        return steps;
    }

    /** Counts the moments at which tokens came; many tokens at one moment show no step. */
    private static int moments(RequestActivity request) {
        TokenTimes tokens = request.tokens();
        int moments = 0;
        for (int i = 0; i < tokens.size(); i = tokens.nextMoment(i)) {
            moments++;
        }
        return moments > 1 || request.outputTokens() <= MAX_AT_ONCE ? moments : 0;
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
        return Math.clamp((long) (TOGETHER_SHARE * median), MIN_TOGETHER_NANOS, MAX_TOGETHER_NANOS);
    }

    private void merge(long togetherNanos) {
        PriorityQueue<Cursor> coming = new PriorityQueue<>();
        int next = 0;
        long opened = 0;
        long last = 0;
        while (next < requests.size() || !coming.isEmpty()) {
            while (next < requests.size()
                    && (coming.isEmpty() || requests.get(next).startNanos() <= coming.element().nanos())) {
                if (firstMoment[next] < firstMoment[next + 1]) {
                    coming.add(new Cursor(requests.get(next), firstMoment[next], episodes.of(next)));
                }
                next++;
            }
            Cursor first = coming.poll();
            if (first != null) {
                long nanos = first.nanos();
                if (count == 0 || nanos - last > togetherNanos || first.previous >= opened) {
                    open(nanos, first.episode);
                    opened = nanos;
                }
                last = nanos;
                stepOfMoment[first.moment] = count - 1;
                if (first.advance()) {
                    coming.add(first);
                }
            }
        }
    }

    private void open(long nanos, int ofEpisode) {
        if (count == end.length) {
            begin = Arrays.copyOf(begin, count * 2);
            end = Arrays.copyOf(end, count * 2);
            episode = Arrays.copyOf(episode, count * 2);
        }
        begin[count] = Long.MAX_VALUE;
        episode[count] = ofEpisode;
        end[count++] = nanos;
    }

    private void findBegins() {
        int[] change = new int[count + 1];
        for (int i = 0; i < requests.size(); i++) {
            int from = at(requests.get(i).startNanos() + 1);
            int to = isStamped(i) ? lastStep(i) : at(requests.get(i).endNanos());
            if (from < count && from < to) {
                change[from]++;
                change[Math.min(to, count)]--;
            }
            if (isIn(from, i)) {
                begin[from] = Math.min(begin[from], requests.get(i).startNanos());
            }
        }
        int open = 0;
        for (int step = 0; step < count; step++) {
            boolean isJoined = open > 0;
            open += change[step];
            long previous = step == 0 ? Long.MIN_VALUE : end[step - 1];
            begin[step] = Math.min(end[step], isJoined ? previous : Math.max(previous, begin[step]));
        }
    }

    /**
     * Returns whether the found steps are the engine's: nearly all requests between their first token and their last
     * get one in each step. Where an engine processes prompts in steps of their own, the others wait for that time.
     */
    public boolean isComplete() {
        int[] change = new int[count + 1];
        int[] got = new int[count];
        boolean[] withFirst = new boolean[count];
        long stampedTokens = 0;
        long tokens = 0;
        for (int i = 0; i < requests.size(); i++) {
            tokens += requests.get(i).outputTokens();
            if (isStamped(i)) {
                stampedTokens += requests.get(i).outputTokens();
                withFirst[step(i, 0)] |= !requests.get(i).isContinued();
                change[step(i, 0) + 1]++;
                change[lastStep(i) + 1]--;
                for (int moment = 1; moment < moments(i); moment++) {
                    got[step(i, moment)]++;
                }
            }
        }
        long answering = 0;
        long waited = 0;
        long served = 0;
        for (int step = 0; step < count; step++) {
            answering += change[step];
            waited += withFirst[step] ? 0 : answering;
            served += withFirst[step] ? 0 : got[step];
        }
        return waited > 0 && served >= COMPLETE_SHARE * waited && stampedTokens >= COMPLETE_SHARE * tokens;
    }

    /** Returns whether the step exists, and was made for requests that overlap the given one. */
    boolean isIn(int step, int request) {
        return step >= 0 && step < count && episode[step] == episodes.of(request);
    }

    public int count() {
        return count;
    }

    /** Returns the first step that ends at a moment or later; the count if there is none. */
    int at(long nanos) {
        int found = Arrays.binarySearch(end, 0, count, nanos);
        return found >= 0 ? found : -found - 1;
    }

    long beginNanos(int step) {
        return begin[step];
    }

    long endNanos(int step) {
        return end[step];
    }

    public double nanos(int step) {
        return end[step] - begin[step];
    }

    /** Returns whether the times of a request's tokens are known. */
    boolean isStamped(int request) {
        return firstMoment[request] < firstMoment[request + 1];
    }

    /** Counts the moments at which a request's tokens came. */
    int moments(int request) {
        return firstMoment[request + 1] - firstMoment[request];
    }

    int step(int request, int moment) {
        return stepOfMoment[firstMoment[request] + moment];
    }

    int lastStep(int request) {
        return stepOfMoment[firstMoment[request + 1] - 1];
    }

    /** A position in the token times of one request. */
    private static final class Cursor implements Comparable<Cursor> {
        private final TokenTimes tokens;
        private final int episode;
        private long previous;
        private int index;
        private int moment;

        Cursor(RequestActivity request, int moment, int episode) {
            this.episode = episode;
            tokens = request.tokens();
            previous = request.startNanos();
            this.moment = moment;
        }

        public long nanos() {
            return tokens.nanos(index);
        }

        boolean advance() {
            previous = tokens.nanos(index);
            index = tokens.nextMoment(index);
            moment++;
            return index < tokens.size();
        }

        @Override
        public int compareTo(Cursor other) {
            return Long.compare(nanos(), other.nanos());
        }
    }
}
