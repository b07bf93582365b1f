package dev.ipw.dataset;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * One question or conversation with its right answer.
 *
 * <pre>{@code
 * DatasetRecord plain = DatasetRecord.of("q1", "What is 17 + 25?", "42");
 * DatasetRecord talk = DatasetRecord.builder("t1", "What is 3 + 4?").turns(Turn.of("What is 3 + 4?"), Turn.of("Twice that?"))
 *         .answer("14").evaluator("numeric").build();
 * }</pre>
 *
 * @param id        unique in its run: the question's id, followed by {@code #} and the epoch from the second epoch on
 * @param epoch     the number of the epoch in which the question is asked, from 1
 * @param problem   the question; of a conversation its first one
 * @param answer    the right answer, for a conversation that to its last question; an empty text without one
 * @param subject   its subject, the stratum of sampling
 * @param evaluator the id of its evaluator; empty for the dataset's
 * @param choices   the choices, for a conversation those of its last question, in the order of the letters A, B, C;
 *                  empty if the question is open
 * @param system    instructions above the question
 * @param turns     the turns of a conversation, {@code problem} first; empty for a single question
 * @param lengths   the length of the prompt and the requested length of the answer
 * @param metadata  further fields; values are String, Boolean, Long, Double, or a List or Map of such, never null
 */
@API(status = API.Status.STABLE)
public record DatasetRecord(String id, int epoch, String problem, String answer, Optional<String> subject,
        Optional<String> evaluator, List<String> choices, Optional<String> system, List<Turn> turns,
        TokenLengths lengths, Map<String, Object> metadata) {

    /**
     * Copies the collections; rejects nulls, turns that do not begin with the problem, and metadata that no file can
     * hold.
     */
    public DatasetRecord {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(problem, "problem");
        Objects.requireNonNull(answer, "answer");
        Objects.requireNonNull(system, "system");
        Objects.requireNonNull(lengths, "lengths");
        choices = List.copyOf(choices);
        turns = List.copyOf(turns);
        metadata = Map.copyOf(metadata);
        metadata.forEach(DatasetRecord::requireKeepable);
        if (epoch < 1 || !id.endsWith(suffix(epoch))) {
            throw new IllegalArgumentException("The id '" + id + "' is none of epoch " + epoch
                    + "; epochs count from 1, and from the second on an id ends in # and the epoch");
        }
        if (!turns.isEmpty() && !turns.getFirst().text().equals(problem)) {
            throw new IllegalArgumentException("The first turn of '" + id + "' must ask its problem");
        }
    }

    /**
     * Creates a question of the first epoch.
     *
     * @param id        unique in its dataset and the same in every run
     * @param problem   the question
     * @param answer    the right answer; an empty text without one
     * @param subject   its subject
     * @param evaluator the id of its evaluator; empty for the dataset's
     * @param choices   the choices; empty if the question is open
     * @param metadata  further fields
     */
    public DatasetRecord(String id, String problem, String answer, Optional<String> subject,
            Optional<String> evaluator, List<String> choices, Map<String, Object> metadata) {
        this(id, 1, problem, answer, subject, evaluator, choices, Optional.empty(), List.of(), TokenLengths.NONE,
                metadata);
    }

    private static void requireKeepable(Object name, @Nullable Object value) {
        switch (value) {
            case String text -> {
            }
            case Boolean truth -> {
            }
            case Long whole -> {
            }
            case Double real when Double.isFinite(real) -> {
            }
            case List<?> list -> list.forEach(element -> requireKeepable(name, element));
            case Map<?, ?> map -> map.forEach(DatasetRecord::requireKeepable);
            case null, default -> throw new IllegalArgumentException("Metadata field '" + name
                    + "' must hold String, Boolean, Long, finite Double, or a List or Map of such, not " + value);
        }
    }

    private static String suffix(int epoch) {
        return epoch == 1 ? "" : "#" + epoch;
    }

    /**
     * Creates an open question.
     *
     * @param id      unique in its dataset
     * @param problem the question
     * @param answer  the right answer
     * @return the record
     */
    public static DatasetRecord of(String id, String problem, String answer) {
        return builder(id, problem).answer(answer).build();
    }

    /**
     * Starts a record.
     *
     * @param id      unique in its dataset and the same in every run
     * @param problem the question; of a conversation its first one
     * @return the builder, of an open question without a right answer
     */
    public static Builder builder(String id, String problem) {
        return new Builder(new DatasetRecord(id, problem, "", Optional.empty(), Optional.empty(), List.of(), Map.of()));
    }

    /**
     * Starts a changed copy of the record.
     *
     * @return a builder with all values of this record
     */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * Returns the same question under another id.
     *
     * @param other unique in the run; for a later epoch it ends in its suffix
     * @return the record of that name
     */
    public DatasetRecord withId(String other) {
        return new DatasetRecord(other, epoch, problem, answer, subject, evaluator, choices, system, turns, lengths,
                metadata);
    }

    /**
     * Returns the same question for another epoch, which is a query of its own.
     *
     * @param number the number of the epoch, from 1
     * @return the record of that epoch
     */
    public DatasetRecord inEpoch(int number) {
        return new DatasetRecord(questionId() + suffix(number), number, problem, answer, subject, evaluator, choices,
                system, turns, lengths, metadata);
    }

    /**
     * Returns the question's id in its dataset, which is the same in every epoch.
     *
     * @return the id without the epoch
     */
    public String questionId() {
        return id.substring(0, id.length() - suffix(epoch).length());
    }

    /** A builder of a record. Each setter replaces the previous value. */
    public static final class Builder {
        private final String id;
        private final int epoch;
        private String problem;
        private String answer;
        private Optional<String> subject;
        private Optional<String> evaluator;
        private List<String> choices;
        private Optional<String> system;
        private List<Turn> turns;
        private TokenLengths lengths;
        private Map<String, Object> metadata;

        private Builder(DatasetRecord record) {
            id = record.id;
            epoch = record.epoch;
            problem = record.problem;
            answer = record.answer;
            subject = record.subject;
            evaluator = record.evaluator;
            choices = record.choices;
            system = record.system;
            turns = record.turns;
            lengths = record.lengths;
            metadata = record.metadata;
        }

        /**
         * Sets the question; if there are turns, that of the first turn as well.
         *
         * @param text the question
         * @return this builder for method chaining
         */
        public Builder problem(String text) {
            problem = text;
            if (!turns.isEmpty()) {
                List<Turn> changed = new ArrayList<>(turns);
                changed.set(0, new Turn(text, turns.getFirst().delay(), turns.getFirst().answer()));
                turns = changed;
            }
            return this;
        }

        /**
         * Sets the right answer.
         *
         * @param text the answer; an empty text without one
         * @return this builder for method chaining
         */
        public Builder answer(String text) {
            answer = text;
            return this;
        }

        /**
         * Sets the subject.
         *
         * @param name the subject
         * @return this builder for method chaining
         */
        public Builder subject(String name) {
            subject = Optional.of(name);
            return this;
        }

        /**
         * Sets the evaluator of the answer.
         *
         * @param evaluatorId an evaluator's id
         * @return this builder for method chaining
         */
        public Builder evaluator(String evaluatorId) {
            evaluator = Optional.of(evaluatorId);
            return this;
        }

        /**
         * Sets the choices.
         *
         * @param texts in the order of their letters
         * @return this builder for method chaining
         */
        public Builder choices(List<String> texts) {
            choices = List.copyOf(texts);
            return this;
        }

        /**
         * Sets the system prompt.
         *
         * @param text the instructions
         * @return this builder for method chaining
         */
        public Builder system(String text) {
            system = Optional.of(text);
            return this;
        }

        /**
         * Sets the turns of a conversation.
         *
         * @param asked the turns, that of the problem first
         * @return this builder for method chaining
         */
        public Builder turns(List<Turn> asked) {
            turns = List.copyOf(asked);
            return this;
        }

        /**
         * Sets the turns of a conversation.
         *
         * @param asked the turns, that of the problem first
         * @return this builder for method chaining
         */
        public Builder turns(Turn... asked) {
            return turns(List.of(asked));
        }

        /**
         * Sets the requested lengths of prompt and answer.
         *
         * @param asked the lengths
         * @return this builder for method chaining
         */
        public Builder lengths(TokenLengths asked) {
            lengths = asked;
            return this;
        }

        /**
         * Sets further fields.
         *
         * @param fields by name
         * @return this builder for method chaining
         */
        public Builder metadata(Map<String, Object> fields) {
            metadata = Map.copyOf(fields);
            return this;
        }

        /**
         * Builds the record.
         *
         * @return the record
         * @throws IllegalArgumentException if the turns do not begin with the problem, or no file can hold the metadata
         */
        public DatasetRecord build() {
            return new DatasetRecord(id, epoch, problem, answer, subject, evaluator, choices, system, turns, lengths,
                    metadata);
        }
    }

    /**
     * The requested lengths of a prompt and its answer, to compare them with the server's counts.
     *
     * @param input  tokens of the prompt; empty if it has no fixed length
     * @param output tokens of the answer; empty if the model ends it
     */
    public record TokenLengths(OptionalInt input, OptionalInt output) {
        /** The lengths of an ordinary question, which has none. */
        public static final TokenLengths NONE = new TokenLengths(OptionalInt.empty(), OptionalInt.empty());

        /** Rejects nulls, and lengths below 1. */
        public TokenLengths {
            if (input.orElse(1) < 1 || output.orElse(1) < 1) {
                throw new IllegalArgumentException(
                        "A length must be at least 1 token, not " + input.orElse(0) + " and " + output.orElse(0));
            }
        }
    }

    /**
     * One user turn of a conversation.
     *
     * @param text   the question
     * @param delay  the pause before the person asks it; the first turn has no pause, because the load decides when a
     *               conversation begins
     * @param answer the right answer to it; empty without one
     */
    public record Turn(String text, Duration delay, Optional<String> answer) {
        /** Rejects nulls and a delay below zero. */
        public Turn {
            Objects.requireNonNull(text, "text");
            Objects.requireNonNull(answer, "answer");
            if (delay.isNegative()) {
                throw new IllegalArgumentException("A turn cannot be asked " + delay + " after the answer before it");
            }
        }

        /**
         * Creates a turn that is asked at once.
         *
         * @param text the question
         * @return a turn without a pause before it and without a right answer
         */
        public static Turn of(String text) {
            return new Turn(text, Duration.ZERO, Optional.empty());
        }
    }
}
