package dev.ipw.agents.terminus;

import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import java.util.OptionalInt;

/**
 * Tells when a conversation becomes too long for its model.
 *
 * @param tokens what the model takes, the reply included; empty if only its server knows
 */
record ContextWindow(OptionalInt tokens) {
    /** Where fewer are left, the conversation is made shorter. */
    static final int LEAST_LEFT = 8_000;
    private static final int CHARACTERS_PER_TOKEN = 4;

    /**
     * Returns whether too little is left after a call for what is said next.
     *
     * @param request what the call asked
     * @param call    the call
     * @param next    what is said next
     * @return false if the window is not known
     */
    boolean isFull(InferenceRequest request, ModelCall call, String next) {
        return tokens.isPresent()
                && tokens.getAsInt() - used(request, call) - next.length() / CHARACTERS_PER_TOKEN < LEAST_LEFT;
    }

    /** Where the server counts, its counts hold. */
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
