package dev.ipw.query;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * One call of a model and its outcome, also of a failed call.
 *
 * @param number   the number of the call within its query, from 1
 * @param messages the new messages since the call before: without the earlier messages and answers, which the model
 *                 received again
 * @param response the answer; for a failed call the part that had arrived
 * @param timeline the call's moments, in nanoseconds since the run's monotonic anchor
 * @param failure  the failure; empty if there was none
 * @param purpose  the purpose of the call
 */
@API(status = API.Status.EXPERIMENTAL)
public record ModelCall(int number, List<Message> messages, InferenceResponse response, ResponseTimeline timeline,
        Optional<RequestFailure> failure, Purpose purpose) {
    /** Copies the messages; refuses nulls, and a number below 1. */
    public ModelCall {
        messages = List.copyOf(messages);
        Objects.requireNonNull(response, "response");
        Objects.requireNonNull(timeline, "timeline");
        Objects.requireNonNull(failure, "failure");
        Objects.requireNonNull(purpose, "purpose");
        if (number < 1) {
            throw new IllegalArgumentException("The calls of a query are numbered from 1, not " + number);
        }
    }

    /**
     * Creates a call that takes the query further.
     *
     * @param number   the number of the call within its query, from 1
     * @param messages the new messages since the call before
     * @param response the answer; for a failed call the part that had arrived
     * @param timeline the call's moments, since the run's anchor
     * @param failure  the failure; empty if there was none
     */
    public ModelCall(int number, List<Message> messages, InferenceResponse response, ResponseTimeline timeline,
            Optional<RequestFailure> failure) {
        this(number, messages, response, timeline, failure, Purpose.TURN);
    }

    /**
     * Creates a call with a complete answer.
     *
     * @param number   the number of the call within its query, from 1
     * @param messages the new messages since the call before
     * @param response the answer
     * @param timeline the call's moments, since the run's anchor
     * @return the call
     */
    public static ModelCall answered(int number, List<Message> messages, InferenceResponse response,
            ResponseTimeline timeline) {
        return new ModelCall(number, messages, response, timeline, Optional.empty());
    }

    /**
     * Creates a failed call with the part that had arrived.
     *
     * @param number           the number of the call within its query, from 1
     * @param messages         the new messages since the call before
     * @param partialAnswer    the visible answer as far as it arrived
     * @param partialReasoning the reasoning as far as it arrived; empty text if there was none
     * @param failure          the failure
     * @param timeline         the call's moments, since the run's anchor
     * @return the call
     */
    public static ModelCall failed(int number, List<Message> messages, String partialAnswer, String partialReasoning,
            RequestFailure failure, ResponseTimeline timeline) {
        Optional<String> reasoning = Optional.of(partialReasoning).filter(text -> !text.isEmpty());
        return new ModelCall(number, messages,
                new InferenceResponse(partialAnswer, reasoning, TokenUsage.absent(), Optional.empty(),
                        ServerTimings.UNKNOWN, OptionalDouble.empty(), Optional.empty(), List.of()),
                timeline, Optional.of(failure));
    }

    /**
     * Returns whether the call can have used the server: it was sent, or its failure was not a failed connection.
     *
     * @return false if it never reached a server
     */
    public boolean reachedServer() {
        return timeline.dispatch().retries() > 0 || timeline.sentNanos().isPresent()
                || failure.map(RequestFailure::kind)
                        .filter(kind -> kind == FailureKind.UNREACHABLE || kind == FailureKind.CONNECT_TIMEOUT)
                        .isEmpty();
    }

    /**
     * Returns whether its tokens can be charged. Those of a call that reached no server or was refused with an error
     * status cannot, unless the server counted some.
     *
     * @return false if it used no tokens that have a price
     */
    public boolean mayBeCharged() {
        boolean wasRefused = failure.map(RequestFailure::kind).filter(FailureKind.HTTP_STATUS::equals).isPresent();
        return response.usage().isCountedByServer() || (reachedServer() && !wasRefused);
    }

    /**
     * Returns the time at which the call began to use the serving machine.
     *
     * @return since the run's monotonic anchor
     */
    public long startNanos() {
        return timeline.serviceStartNanos();
    }

    /**
     * Returns the end of the call, not before its start.
     *
     * @return since the run's monotonic anchor
     */
    public long endNanos() {
        return Math.max(startNanos(), timeline.endNanos());
    }

    /**
     * Shifts all moments to another origin.
     *
     * @param zeroNanos the moment that becomes zero, on the timeline's clock
     * @return the same call, counted from there
     */
    public ModelCall countedFrom(long zeroNanos) {
        return new ModelCall(number, messages, response, timeline.countedFrom(zeroNanos), failure, purpose);
    }

    /**
     * Sets the purpose of the call.
     *
     * @param other the purpose
     * @return a copy with it
     */
    public ModelCall withPurpose(Purpose other) {
        return new ModelCall(number, messages, response, timeline, failure, other);
    }

    /** The purpose of a query's call. All calls count as the query's, whatever their purpose. */
    public enum Purpose {
        /** To take the query further. */
        TURN,
        /** To ask again, because the call before failed or its answer could not be used. */
        RETRY,
        /** To shorten the conversation, so that there is room for more. */
        SUMMARY;

        /**
         * Returns the name used in files.
         *
         * @return lower case, for example {@code turn}
         */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
