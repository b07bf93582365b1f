package dev.ipw.agents.terminus;

import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import java.util.OptionalInt;

/**
 * The context window of a model, and the check whether a conversation exceeds it.
 *
 * @param tokens its size in tokens, including the reply; empty if only the server knows it
 */
record ContextWindow(OptionalInt tokens) {
    /** The minimum of remaining tokens, below which the conversation is shortened. */
    static final int MIN_REMAINING = 8_000;
    private static final int CHARACTERS_PER_TOKEN = 4;

    /**
     * Returns whether too few tokens remain after a call for the next message.
     *
     * @param request the request of the call
     * @param call    the call
     * @param next    the next message
     * @return false if the window is unknown
     */
    boolean isFull(InferenceRequest request, ModelCall call, String next) {
        return tokens.isPresent()
                && tokens.getAsInt() - used(request, call) - next.length() / CHARACTERS_PER_TOKEN < MIN_REMAINING;
    }

    /** Returns the used tokens: the server's counts if it has any. */
    private static long used(InferenceRequest request, ModelCall call) {
        TokenUsage usage = call.response().usage();
        if (usage.source() == TokenUsage.Source.SERVER && usage.input().isPresent() && usage.output().isPresent()) {
            return usage.input().getAsLong() + usage.output().getAsLong();
        }
        long characters = request.messages().stream().map(Message::text).mapToLong(String::length).sum()
                + call.response().text().length();
        return characters / CHARACTERS_PER_TOKEN;
    }
}
