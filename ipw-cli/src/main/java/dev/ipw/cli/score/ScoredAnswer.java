package dev.ipw.cli.score;

import java.util.Map;

/**
 * One answer's verdict in a score.
 *
 * @param id       the query
 * @param verdict  correct, incorrect, not_attempted or unscored
 * @param reason   why
 * @param metadata further facts
 */
public record ScoredAnswer(String id, String verdict, String reason, Map<String, String> metadata) {
    static final String RIGHT = "correct";
    static final String NONE = "unscored";

    /** Copies the facts. */
    public ScoredAnswer {
        metadata = Map.copyOf(metadata);
    }
}
