package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.OptionalLong;

/** The tokens of a stream so far, which each of its chunks tells. */
final class RunningUsage {
    private OptionalLong promptTokens = OptionalLong.empty();
    private long completionTokens;

    /** Note the tokens of the prompt, if they are known. */
    void prompted(OptionalLong count) {
        promptTokens = count;
    }

    /** Add tokens of an answer. */
    void generated(int count) {
        completionTokens += count;
    }

    ObjectNode json() {
        return ChatWriter.usage(promptTokens, OptionalLong.of(completionTokens));
    }
}
