package dev.ipw.analysis;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluators;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.ProfilingRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** List the first answers of a run with their verdicts, and count those that somebody could still judge. */
final class AnswerRows implements RecordGatherer {
    private final int most;
    private final List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    private boolean attributed;
    private long unjudged;

    AnswerRows(int most) {
        this.most = most;
    }

    @Override
    public void add(ProfilingRecord record) {
        if (rows.size() < most) {
            rows.add(row(record));
        }
        attributed |= record.metrics().energy().headline().flags().contains(EnergyFlag.ATTRIBUTED);
        unjudged += record.isCorrect().isEmpty() && !record.evaluator().equals(Evaluators.NONE) ? 1 : 0;
    }

    List<Map<String, @Nullable Object>> rows() {
        return rows;
    }

    /** Say whether a query's joules are a share of what the devices used. */
    boolean areAttributed() {
        return attributed;
    }

    /** Count the answers that have no verdict although somebody was to judge them. */
    long unjudged() {
        return unjudged;
    }

    private static Map<String, @Nullable Object> row(ProfilingRecord record) {
        Optional<Boolean> right = record.isCorrect();
        return TreeBuilder.object().put("record_id", record.question().id())
                .put("problem", record.question().problem()).put("reference_answer", record.question().answer())
                .put("model_answer", record.outcome().answer())
                .put("evaluation", TreeBuilder.object().put("is_correct", right)
                        .put("extracted", record.evaluation().flatMap(Evaluation::extracted))
                        .put("reason", record.evaluation().map(Evaluation::reason)
                                .or(() -> record.outcome().failure().map(failure -> "the request failed"))))
                .build();
    }
}
