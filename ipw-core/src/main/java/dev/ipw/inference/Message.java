package dev.ipw.inference;

import java.util.Objects;

/**
 * Hold one message of a conversation.
 *
 * @param role    who speaks
 * @param content the text
 */
public record Message(Role role, String content) {
    /** Refuse nulls. */
    public Message {
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(content, "content");
    }

    /** Say who speaks. */
    public enum Role {
        /** Instructions that stand above the conversation. */
        SYSTEM,
        /** The person who asks. */
        USER,
        /** The model. */
        ASSISTANT
    }
}
