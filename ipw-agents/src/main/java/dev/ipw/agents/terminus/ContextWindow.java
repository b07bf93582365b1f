package dev.ipw.agents.terminus;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.query.RequestFailure;
import java.util.List;
import java.util.Locale;
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
    /** How servers of the field say that a prompt is too long. */
    private static final List<String> REFUSALS = List.of("context length", "context_length", "context window",
            "context size", "maximum context", "max_model_len", "too many tokens", "too long", "token limit",
            "input length");

    /**
     * Return whether too little is left after a call for what is said next.
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

    /** Return whether a server refused a prompt for its length. */
    static boolean isRefused(RequestFailure failure) {
        boolean isOfServer = failure.kind() == FailureKind.HTTP_STATUS || failure.kind() == FailureKind.SERVER_ERROR;
        String said = failure.message().toLowerCase(Locale.ROOT);
        return isOfServer && REFUSALS.stream().anyMatch(said::contains);
    }
}
