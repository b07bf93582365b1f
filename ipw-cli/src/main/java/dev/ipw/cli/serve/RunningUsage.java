package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.OptionalLong;

/** The token counts of a stream so far, which each of its chunks reports. */
final class RunningUsage {
    private OptionalLong promptTokens = OptionalLong.empty();
    private long completionTokens;

    /** Sets the tokens of the prompt, if they are known. */
    void prompted(OptionalLong count) {
        promptTokens = count;
    }

    /** Adds tokens of an answer. */
    void generated(int count) {
        completionTokens += count;
    }

    ObjectNode json() {
        return ChatWriter.usage(promptTokens, OptionalLong.of(completionTokens));
    }
}
