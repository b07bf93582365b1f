package dev.ipw.results.internal.format;

import dev.ipw.evaluation.Evaluation;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.internal.format.ExportedValue.Place;
import java.util.Optional;

/** The columns of the verdict. The reference keeps its details as JSON. */
final class EvaluationColumns extends Columns<RecordedQuery> {
    /** The number of attempts to evaluate an answer, under the Python reference's name. */
    private static final String ATTEMPTS = "evaluation_attempts";

    private final Column<RecordedQuery, Optional<Boolean>> isCorrect;
    private final Column<RecordedQuery, String> metadata;

    EvaluationColumns() {
        isCorrect = exported("is_correct",
                truth("is_correct", "whether the query counts as right; absent if it was not judged",
                        RecordedQuery::isCorrect));
        metadata = text("metadata",
                "JSON: the verdict, its reason, the extracted answer, the number of evaluations",
                EvaluationColumns::json);
        text("config", "JSON: the evaluator",
                record -> TreeBuilder.object().put("evaluator", record.evaluator()).json());
        exportedOnly("verdict", Place.FIGURE,
                record -> record.evaluation().map(kept -> kept.verdict().label()).orElse(null));
        exportedOnly("verdict_reason", Place.FIGURE,
                record -> record.evaluation().map(Evaluation::reason).orElse(null));
    }

    private static String json(RecordedQuery record) {
        return record.evaluation().map(EvaluationCodec::toTree).orElseGet(TreeBuilder::object)
                .put(ATTEMPTS, (long) record.evaluationAttempts()).json();
    }

    StoredEvaluation read(TreeReader row) {
        TreeReader judged = TreeReader.ofJson(row.place(metadata.name()), metadata.in(row));
        Optional<Evaluation> evaluation = EvaluationCodec.ifAny(judged);
        return new StoredEvaluation(evaluation, judged.optionalInt(ATTEMPTS).orElse(evaluation.isPresent() ? 1 : 0));
    }

    Optional<Boolean> isCorrect(TreeReader row) {
        return isCorrect.in(row);
    }

    /**
     * The values that were read.
     *
     * @param evaluation the verdict, if there is one
     * @param attempts   the number of attempts
     */
    record StoredEvaluation(Optional<Evaluation> evaluation, int attempts) {}
}
