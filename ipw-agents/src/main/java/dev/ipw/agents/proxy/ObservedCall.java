package dev.ipw.agents.proxy;

import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.query.RequestFailure;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold a model call that a program made through the proxy.
 *
 * @param messages all that was said to the model; empty if the request could not be read
 * @param response the answer; of a failed call what had come of it
 * @param timeline its moments, by {@link System#nanoTime()}
 * @param failure  how it failed; empty if it did not
 */
public record ObservedCall(List<Message> messages, InferenceResponse response, ResponseTimeline timeline,
        Optional<RequestFailure> failure) {
    /** Copies the messages; refuse nulls. */
    public ObservedCall {
        messages = List.copyOf(messages);
        Objects.requireNonNull(response, "response");
        Objects.requireNonNull(timeline, "timeline");
        Objects.requireNonNull(failure, "failure");
    }

    /** Takes calls as they end. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Hear that a call begins, before it is passed on to the server.
         *
         * @param startNanos when, by {@link System#nanoTime()}
         */
        default void began(long startNanos) {}

        /**
         * Takes a call.
         *
         * @param call the call
         * @throws InterruptedException if nobody wants it any more
         */
        void observed(ObservedCall call) throws InterruptedException;
    }
}
