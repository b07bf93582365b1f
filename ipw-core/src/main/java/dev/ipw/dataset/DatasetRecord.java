package dev.ipw.dataset;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Hold one question with its answer.
 *
 * @param id        unique in its dataset and the same in every run
 * @param problem   the question
 * @param answer    the right answer; empty text if there is none to compare with
 * @param subject   what it is about, the stratum of sampling
 * @param evaluator the id of the evaluator that judges it; empty takes the dataset's
 * @param choices   the answers to choose from, in the order of the letters A, B, C; empty if the question is open
 * @param metadata  further fields; values are String, Boolean, Long, Double, or a List or Map of such, never null
 */
public record DatasetRecord(String id, String problem, String answer, Optional<String> subject,
        Optional<String> evaluator, List<String> choices, Map<String, Object> metadata) {

    /** Copy the collections; refuse nulls and metadata that no file could hold. */
    public DatasetRecord {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(problem, "problem");
        Objects.requireNonNull(answer, "answer");
        choices = List.copyOf(choices);
        metadata = Map.copyOf(metadata);
        metadata.forEach(DatasetRecord::requireKeepable);
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

    /**
     * Hold an open question.
     *
     * @param id      unique in its dataset
     * @param problem the question
     * @param answer  the right answer
     * @return the record
     */
    public static DatasetRecord of(String id, String problem, String answer) {
        return new DatasetRecord(id, problem, answer, Optional.empty(), Optional.empty(), List.of(), Map.of());
    }

    /**
     * Give the same question another name.
     *
     * @param other unique in the run
     * @return the record of that name
     */
    public DatasetRecord withId(String other) {
        return new DatasetRecord(other, problem, answer, subject, evaluator, choices, metadata);
    }

    /**
     * Write the question as the model is asked it: the problem and, where there are choices, each on a line behind its
     * letter.
     *
     * @return the prompt
     */
    public String prompt() {
        if (choices.isEmpty()) {
            return problem;
        }
        StringBuilder prompt = new StringBuilder(problem).append('\n');
        for (int index = 0; index < choices.size(); index++) {
            prompt.append((char) ('A' + index)).append(") ").append(choices.get(index)).append('\n');
        }
        return prompt.append("Answer with the letter of the right choice.").toString();
    }
}
