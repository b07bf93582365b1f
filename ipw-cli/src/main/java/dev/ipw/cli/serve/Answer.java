package dev.ipw.cli.serve;

import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.TokenUsage;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A whole answer.
 *
 * @param response    the response of the client
 * @param tokens      the tokens with their probabilities; empty unless wanted
 * @param stopText    the stop text that ended it, if the client reports it
 * @param promptNanos the time from the call until the first piece, or the end if there was none
 * @param answerNanos the time from the first piece to the end
 */
record Answer(InferenceResponse response, List<WeighedToken> tokens, Optional<String> stopText, long promptNanos,
        long answerNanos) {
    private static final Set<String> CUT = Set.of("length", "max_tokens", "max_output_tokens");

    /** Returns whether the token limit ended it. */
    boolean isCut() {
        return response.finishReason().filter(CUT::contains).isPresent();
    }

    String text() {
        return response.text();
    }

    TokenUsage usage() {
        return response.usage();
    }
}
