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

/**
 * Hold one call of a model and its outcome, also of a failed call.
 *
 * @param number   which of the query's calls it is, from 1
 * @param messages what was said to the model since the call before: without the earlier messages and answers, which the
 *                 model was sent again
 * @param response the answer; of a failed call what had come of it
 * @param timeline the call's moments, in nanoseconds since the run's monotonic anchor
 * @param failure  how it failed; empty if it did not
 * @param purpose  why it was made
 */
public record ModelCall(int number, List<Message> messages, InferenceResponse response, ResponseTimeline timeline,
        Optional<RequestFailure> failure, Purpose purpose) {
    /** Copies the messages; refuse nulls, and a number below 1. */
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
     * Keeps a call that takes the query further.
     *
     * @param number   which of the query's calls it is, from 1
     * @param messages what was said to the model since the call before
     * @param response the answer; of a failed call what had come of it
     * @param timeline the call's moments, since the run's anchor
     * @param failure  how it failed; empty if it did not
     */
    public ModelCall(int number, List<Message> messages, InferenceResponse response, ResponseTimeline timeline,
            Optional<RequestFailure> failure) {
        this(number, messages, response, timeline, failure, Purpose.TURN);
    }

    /**
     * Keeps a whole answer.
     *
     * @param number   which of the query's calls it is, from 1
     * @param messages what was said to the model since the call before
     * @param response the answer
     * @param timeline the call's moments, since the run's anchor
     * @return the call
     */
    public static ModelCall answered(int number, List<Message> messages, InferenceResponse response,
            ResponseTimeline timeline) {
        return new ModelCall(number, messages, response, timeline, Optional.empty());
    }

    /**
     * Keeps a failed call with what had come.
     *
     * @param number           which of the query's calls it is, from 1
     * @param messages         what was said to the model since the call before
     * @param partialAnswer    the visible answer as far as it came
     * @param partialReasoning the reasoning as far as it came, empty text if none did
     * @param failure          how it failed
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
     * Returns whether the call can have used the server: it was sent, or failed otherwise than by a failed connection.
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
     * Returns whether its tokens can be charged: not those of a call that reached no server or was refused with an error
     * status, unless the server counted some.
     *
     * @return false if it used no tokens that have a price
     */
    public boolean mayBeCharged() {
        TokenUsage usage = response.usage();
        boolean isCounted = usage.source() == TokenUsage.Source.SERVER
                && (usage.input().isPresent() || usage.output().isPresent());
        boolean wasRefused = failure.map(RequestFailure::kind).filter(FailureKind.HTTP_STATUS::equals).isPresent();
        return isCounted || (reachedServer() && !wasRefused);
    }

    /**
     * Returns when the call began to use the serving machine.
     *
     * @return since the run's monotonic anchor
     */
    public long startNanos() {
        return timeline.serviceStartNanos();
    }

    /**
     * Returns when the call ended, not before its start.
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
     * Says why the call was made.
     *
     * @param other the purpose
     * @return a copy with it
     */
    public ModelCall withPurpose(Purpose other) {
        return new ModelCall(number, messages, response, timeline, failure, other);
    }

    /** Tell why a call of a query is made. All calls count as the query's, whatever they are for. */
    public enum Purpose {
        /** Take the query further. */
        TURN,
        /** Ask again, since the call before failed or its answer could not be used. */
        RETRY,
        /** Shorten what was said, to make room for more. */
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
