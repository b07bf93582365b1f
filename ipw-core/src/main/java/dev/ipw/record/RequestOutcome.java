package dev.ipw.record;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold what came of one request, a failed one too: this is what a journal line keeps.
 *
 * @param recordId                the question's id
 * @param answer                  the visible answer, or what had come of it
 * @param reasoning               the reasoning that came apart, if any
 * @param usage                   token counts
 * @param finishReason            why generation ended, in the server's word
 * @param serverTimings           what the server reports about its own time
 * @param floatingPointOperations the work of the request, where the client can compute it
 * @param timeline                the request's moments, in nanoseconds since the run's monotonic anchor
 * @param failure                 how it failed; empty if it did not
 * @param servedModel             the model that answered, in the server's word; empty if it does not name one
 */
public record RequestOutcome(String recordId, String answer, Optional<String> reasoning, TokenUsage usage,
        Optional<String> finishReason, ServerTimings serverTimings, OptionalDouble floatingPointOperations,
        ResponseTimeline timeline, Optional<RequestFailure> failure, Optional<String> servedModel) {

    /** Refuse nulls, and leave out counts that contradict the text. */
    public RequestOutcome {
        Objects.requireNonNull(recordId, "recordId");
        Objects.requireNonNull(answer, "answer");
        Objects.requireNonNull(reasoning, "reasoning");
        Objects.requireNonNull(usage, "usage");
        Objects.requireNonNull(finishReason, "finishReason");
        Objects.requireNonNull(serverTimings, "serverTimings");
        Objects.requireNonNull(floatingPointOperations, "floatingPointOperations");
        Objects.requireNonNull(timeline, "timeline");
        Objects.requireNonNull(failure, "failure");
        Objects.requireNonNull(servedModel, "servedModel");
        usage = usage.besideText(!answer.isBlank() || reasoning.filter(thought -> !thought.isBlank()).isPresent());
    }

    /**
     * Hold what came of a request whose server does not name the model.
     *
     * @param recordId                the question's id
     * @param answer                  the visible answer, or what had come of it
     * @param reasoning               the reasoning that came apart, if any
     * @param usage                   token counts
     * @param finishReason            why generation ended, in the server's word
     * @param serverTimings           what the server reports about its own time
     * @param floatingPointOperations the work of the request, where the client can compute it
     * @param timeline                the request's moments, in nanoseconds since the run's monotonic anchor
     * @param failure                 how it failed; empty if it did not
     */
    public RequestOutcome(String recordId, String answer, Optional<String> reasoning, TokenUsage usage,
            Optional<String> finishReason, ServerTimings serverTimings, OptionalDouble floatingPointOperations,
            ResponseTimeline timeline, Optional<RequestFailure> failure) {
        this(recordId, answer, reasoning, usage, finishReason, serverTimings, floatingPointOperations, timeline,
                failure,
                Optional.empty());
    }

    /**
     * Say whether the request was taken up at all.
     *
     * @return false for a turn of a conversation that failed before it
     */
    public boolean wasAsked() {
        return failure.map(RequestFailure::kind).filter(FailureKind.NOT_ASKED::equals).isEmpty();
    }

    /**
     * Say whether the request can have cost the server anything: it went out, or it failed in another way than that nobody
     * could be connected to.
     *
     * @return false if it never reached a server
     */
    public boolean reachedServer() {
        return timeline.departure().retries() > 0 || timeline.sentNanos().isPresent()
                || failure.map(RequestFailure::kind)
                        .filter(kind -> kind == FailureKind.UNREACHABLE || kind == FailureKind.CONNECT_TIMEOUT)
                        .isEmpty();
    }

    /**
     * Say whether anybody can charge its tokens: not those of a request that never reached a server, or that one refused
     * with an error status, unless the server counted some all the same.
     *
     * @return false if it used no tokens that have a price
     */
    public boolean mayBeCharged() {
        boolean isCounted = usage.source() == TokenUsage.Source.SERVER
                && (usage.input().isPresent() || usage.output().isPresent());
        boolean wasRefused = failure.map(RequestFailure::kind).filter(FailureKind.HTTP_STATUS::equals).isPresent();
        return isCounted || (wasAsked() && reachedServer() && !wasRefused);
    }

    /**
     * Keep a whole answer.
     *
     * @param recordId the question's id
     * @param response the answer
     * @param timeline the request's moments, since the run's anchor
     * @return the outcome
     */
    public static RequestOutcome answered(String recordId, InferenceResponse response, ResponseTimeline timeline) {
        return new RequestOutcome(recordId, response.text(), response.reasoning(), response.usage(),
                response.finishReason(), response.serverTimings(), response.floatingPointOperations(), timeline,
                Optional.empty(), response.servedModel());
    }

    /**
     * Keep a failed request with what had come.
     *
     * @param recordId         the question's id
     * @param partialAnswer    the visible answer as far as it came
     * @param partialReasoning the reasoning as far as it came, empty text if none did
     * @param failure          how it failed
     * @param timeline         the request's moments, since the run's anchor
     * @return the outcome
     */
    public static RequestOutcome failed(String recordId, String partialAnswer, String partialReasoning,
            RequestFailure failure, ResponseTimeline timeline) {
        Optional<String> reasoning = Optional.of(partialReasoning).filter(text -> !text.isEmpty());
        return new RequestOutcome(recordId, partialAnswer, reasoning, TokenUsage.absent(), Optional.empty(),
                ServerTimings.unknown(), OptionalDouble.empty(), timeline, Optional.of(failure));
    }
}
