package dev.ipw.quality;

import java.util.Objects;

/**
 * Say why times are not to be trusted.
 *
 * @param level how much that matters: doubtful or invalid
 * @param text  what was seen, with figures, and what to do about it
 */
public record Reason(Trust level, String text) {
    /** Refuse a reason for nothing. */
    public Reason {
        Objects.requireNonNull(text, "text");
        if (level == Trust.VALID) {
            throw new IllegalArgumentException("Times that may be trusted need no reason");
        }
    }
}
