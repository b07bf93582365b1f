package dev.ipw.cli;

import dev.ipw.evaluation.EvaluationTotals;
import dev.ipw.evaluation.EvaluationUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Show what evaluation cost, if it called models. */
final class EvaluationCost {
    private EvaluationCost() {}

    /** Write it on one line; empty if no evaluator told of a call. */
    static Optional<String> text(EvaluationTotals totals) {
        EvaluationUsage usage = totals.usage();
        if (usage.modelCalls().orElse(0) == 0) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        parts.add(usage.modelCalls().getAsLong() + " model calls");
        usage.inputTokens().ifPresent(tokens -> parts.add(tokens + " tokens in"));
        usage.outputTokens().ifPresent(tokens -> parts.add(tokens + " tokens out"));
        usage.dollars().ifPresent(dollars -> parts.add(Figures.of(dollars) + " USD"));
        usage.seconds().ifPresent(seconds -> parts.add(Figures.of(seconds) + " s of evaluators"));
        String unknown = totals.unreported() == 0
                ? ""
                : "; " + totals.unreported() + " of " + totals.evaluations()
                        + " evaluations did not report what they used";
        return Optional.of(String.join(", ", parts) + ", in no other figure" + unknown);
    }
}
