package dev.ipw.agents.proxy;

import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.query.RequestFailure;
import java.util.List;
import java.util.Optional;

/**
 * A model call that a program made through the proxy.
 *
 * @param messages all messages to the model; empty if the request could not be read
 * @param response the answer; of a failed call the part that arrived
 * @param timeline its times, by {@link System#nanoTime()}
 * @param failure  its failure; empty if it succeeded
 */
public record ObservedCall(List<Message> messages, InferenceResponse response, ResponseTimeline timeline,
        Optional<RequestFailure> failure) {
    /** Copies the messages; rejects nulls. */
    public ObservedCall {
        messages = List.copyOf(messages);
    }

    /** The receiver of calls as they end. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Receives the start of a call, before it is passed on to the server.
         *
         * @param startNanos the time, by {@link System#nanoTime()}
         */
        default void began(long startNanos) {}

        /**
         * Returns the response header that names the replica of the server.
         *
         * @return its name in lower case; empty for a single server
         */
        default Optional<String> replicaHeader() {
            return Optional.empty();
        }

        /**
         * Receives a call.
         *
         * @param call the call
         * @throws InterruptedException if the call is no longer wanted
         */
        void observed(ObservedCall call) throws InterruptedException;
    }
}
