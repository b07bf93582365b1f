package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.question.RowMapping;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The form of a benchmark's questions: its prompts, and the mapping from a row to a question.
 *
 * @param templates   the prompt templates, the default first
 * @param mapping     the mapping that makes a question of a row
 * @param rightAnswer a right answer of a model to an example; empty if no text can be right
 */
record Questions(List<PromptTemplate> templates, RowMapping mapping,
        BiFunction<Row, DatasetRecord, Optional<String>> rightAnswer) {
    Questions {
        templates = List.copyOf(templates);
    }

    /** Makes a form with one template, and with a record's answer as the right answer of a model. */
    static Questions of(PromptTemplate template, RowMapping mapping) {
        return new Questions(List.of(template), mapping,
                (row, record) -> Optional.of(record.answer()).filter(answer -> !answer.isBlank()));
    }

    /** Replaces the right answer of an example, which by default is the record's answer. */
    Questions answeredBy(BiFunction<Row, DatasetRecord, Optional<String>> right) {
        return new Questions(templates, mapping, right);
    }
}
