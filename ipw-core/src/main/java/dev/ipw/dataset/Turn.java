package dev.ipw.dataset;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold one user turn of a conversation.
 *
 * @param text   the question
 * @param delay  how long the person thinks before asking it; of the first turn it is not waited for, since the load decides when
 *               a conversation begins
 * @param answer the right answer to it; empty if there is none to compare with
 */
public record Turn(String text, Duration delay, Optional<String> answer) {
    /** Refuse nulls and a delay below zero. */
    public Turn {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(answer, "answer");
        if (delay.isNegative()) {
            throw new IllegalArgumentException("A turn cannot be asked " + delay + " after the answer before it");
        }
    }

    /**
     * Ask at once.
     *
     * @param text the question
     * @return a turn without a pause before it and without a right answer
     */
    public static Turn of(String text) {
        return new Turn(text, Duration.ZERO, Optional.empty());
    }
}
