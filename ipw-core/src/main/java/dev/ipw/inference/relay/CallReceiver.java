package dev.ipw.inference.relay;

import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.wire.WireResponse;
import java.util.Map;
import java.util.Optional;

/**
 * The receiver of the events of one call of a model. A method that throws does not change what the client gets: the
 * failure is logged and counted, and no further events are received but the {@linkplain #abandoned() abandonment}.
 */
public interface CallReceiver {
    /**
     * Returns the receiver of the events of the response.
     *
     * @return receives them in their order, from one thread at a time
     */
    ResponseSink sink();

    /**
     * Returns whether the answer at the end has its text and tool calls.
     *
     * @return true by default; without them a long answer takes no memory
     */
    default boolean keepsText() {
        return true;
    }

    /**
     * Receives the head of the response, before the client does.
     *
     * @param response the response, whose body must not be read
     */
    default void responded(WireResponse response) {}

    /**
     * Returns further header fields of the response to the client.
     *
     * @return values by name in lower case; they replace those of the server
     */
    default Map<String, String> addedHeaders() {
        return Map.of();
    }

    /**
     * Returns an editor of the body of the response.
     *
     * @param response the response, whose body must not be read
     * @return changes the body; empty if it stays as it is
     */
    default Optional<BodyEditor> editor(WireResponse response) {
        return Optional.empty();
    }

    /**
     * Receives the token counts that the server reported before its answer.
     *
     * @param usage the counts so far
     */
    default void counted(TokenUsage usage) {}

    /**
     * Receives the end of the call.
     *
     * @param outcome its outcome
     */
    void ended(CallOutcome outcome);

    /** Records that an earlier method has thrown, so that the events of this call are incomplete. */
    default void abandoned() {}
}
