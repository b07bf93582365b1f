package dev.ipw.inference;

/** The kind of a chunk on a stream. */
public enum ChunkKind {
    /** Names the speaker and carries no token. */
    ROLE,
    /** Carries reasoning tokens. */
    REASONING,
    /** Carries tokens of the visible answer. */
    ANSWER,
    /** Carries tokens of a tool call. */
    TOOL_CALL,
    /** Carries counts or an end marker, and no token. */
    USAGE,
    /** Keeps the connection alive. */
    PING;

    /**
     * Say whether it carries tokens.
     *
     * @return true for reasoning, answer and tool call
     */
    public boolean carriesTokens() {
        return this == REASONING || this == ANSWER || this == TOOL_CALL;
    }
}
