package dev.ipw.telemetry.internal.division;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The tokens of a span, and the times at which they were processed: those without an open child. The prompt's tokens
 * are spread evenly over the time before the first token, the answer's over the time after it; all over the whole time
 * if the first token's time is not known.
 *
 * @param times           the times of its work, in order
 * @param firstTokenNanos the time of the first token; the maximum number if it is not known
 * @param inputTokens     tokens of the prompt
 * @param cachedTokens    the tokens among them that were served from a cache
 * @param outputTokens    tokens of the answer
 */
record SpanWork(List<TimeSpan> times, long firstTokenNanos, long inputTokens, long cachedTokens, long outputTokens) {
    static SpanWork of(DividedSpan span, List<TimeSpan> times) {
        long first = span.firstTokenNanos();
        boolean isKnown = !times.isEmpty() && first <= times.getLast().endNanos();
        return new SpanWork(times, isKnown ? first : Long.MAX_VALUE, span.inputTokens(),
                span.cachedInputTokens(), span.outputTokens());
    }

    private boolean knowsFirstToken() {
        return firstTokenNanos < Long.MAX_VALUE;
    }

    /**
     * Lists the requests for the splitter, one for each time.
     *
     * @param firstId the number in the name of the first; the others follow
     */
    List<RequestActivity> activities(int firstId) {
        long before = knowsFirstToken() ? times.stream().mapToLong(this::before).sum() : nanos();
        long after = knowsFirstToken() ? nanos() - before : before;
        List<RequestActivity> activities = new ArrayList<>();
        long inputNanos = 0;
        long outputNanos = 0;
        long inputDone = 0;
        long cachedDone = 0;
        long outputDone = 0;
        for (TimeSpan time : times) {
            boolean isLast = activities.size() == times.size() - 1;
            inputNanos += knowsFirstToken() ? before(time) : time.nanos();
            outputNanos += knowsFirstToken() ? time.nanos() - before(time) : time.nanos();
            long input = isLast ? inputTokens : portion(inputTokens, inputNanos, before);
            long cached = isLast ? cachedTokens : portion(cachedTokens, inputNanos, before);
            long output = isLast ? outputTokens : after == 0 ? 0 : portion(outputTokens, outputNanos, after);
            activities.add(activity(firstId + activities.size(), time, input - inputDone, cached - cachedDone,
                    output - outputDone));
            inputDone = input;
            cachedDone = cached;
            outputDone = output;
        }
        return activities;
    }

    private long nanos() {
        return times.stream().mapToLong(TimeSpan::nanos).sum();
    }

    private long before(TimeSpan time) {
        return Math.clamp(firstTokenNanos - time.startNanos(), 0, time.nanos());
    }

    private static long portion(long tokens, long nanos, long ofNanos) {
        // If the first token came at once, so did the prompt.
        return ofNanos == 0 ? tokens : Math.round((double) tokens * nanos / ofNanos);
    }

    private RequestActivity activity(int id, TimeSpan time, long input, long cached, long output) {
        OptionalLong first = knowsFirstToken()
                ? OptionalLong.of(Math.clamp(firstTokenNanos, time.startNanos(), time.endNanos()))
                : OptionalLong.empty();
        return new RequestActivity(Integer.toString(id), time.startNanos(), OptionalLong.empty(), first,
                time.endNanos(), input, cached, output, TokenTimes.NONE, Set.of());
    }
}
