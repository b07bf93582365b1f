package dev.ipw.dataset;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Say where a question stands in a conversation. A record keeps it in its metadata.
 *
 * @param conversation the conversation's id
 * @param number       which turn it is, from 1
 * @param delayNanos   how long the person thinks before asking it, in nanoseconds
 * @param system       instructions that stand above the conversation, with its first turn
 */
public record Turn(String conversation, long number, long delayNanos, Optional<String> system) {
    private static final String CONVERSATION = "conversation";
    private static final String NUMBER = "conversation_turn";
    private static final String DELAY = "turn_delay_s";
    private static final String SYSTEM = "conversation_system";
    private static final double NANOS = 1e9;

    /** Refuse nulls. */
    public Turn {
        Objects.requireNonNull(conversation, "conversation");
        Objects.requireNonNull(system, "system");
    }

    /**
     * Read where a record stands.
     *
     * @param record the record
     * @return its turn; empty for a question of its own
     */
    public static Optional<Turn> of(DatasetRecord record) {
        Map<String, Object> metadata = record.metadata();
        return metadata.get(CONVERSATION) instanceof String conversation && metadata.get(NUMBER) instanceof Long number
                ? Optional.of(new Turn(conversation, number,
                        metadata.get(DELAY) instanceof Double delay ? Math.round(delay * NANOS) : 0,
                        number == 1 && metadata.get(SYSTEM) instanceof String text
                                ? Optional.of(text)
                                : Optional.empty()))
                : Optional.empty();
    }

    /** Write it as a record's metadata. */
    Map<String, Object> metadata() {
        Map<String, Object> metadata = new HashMap<>();
        metadata.put(CONVERSATION, conversation);
        metadata.put(NUMBER, number);
        metadata.put(DELAY, delayNanos / NANOS);
        system.ifPresent(text -> metadata.put(SYSTEM, text));
        return metadata;
    }
}
