package dev.ipw.cli.result;

import dev.ipw.cli.text.CommandWords;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.FlagWords;
import dev.ipw.energy.EnergyReading;
import dev.ipw.evaluation.EvaluationTotals;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.run.RunSummary.JudgingEnergy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The text of the cost of evaluation, if it called models. */
final class EvaluationCost {
    private EvaluationCost() {}

    /** Formats the joules of the judges on one line, with their source, or the reason for their absence. */
    static String energy(JudgingEnergy judging) {
        EnergyReading energy = judging.energy();
        List<String> parts = new ArrayList<>();
        if (energy.isAvailable()) {
            String flags = energy.flags().isEmpty() ? "" : "; " + FlagWords.of(energy.flags());
            String bounds = energy.upperBound().isPresent()
                    ? "between " + Figures.of(energy.lower()) + " and " + Figures.of(energy.upper())
                    : "at least " + Figures.of(energy.lower());
            parts.add(Figures.of(energy.joules()) + " J, " + bounds + " J, " + energy.provenance() + " ("
                    + energy.source() + ")" + flags);
        } else {
            parts.add("joules unavailable: " + CommandWords.of(energy.reason().orElseThrow()));
        }
        if (energy.isAvailable() && judging.callsWithoutEnergy() > 0) {
            parts.add("without " + judging.callsWithoutEnergy() + " calls that could not be read");
        }
        if (judging.cacheHits() > 0) {
            parts.add(judging.cacheHits() + " judgements of the cache at 0 J");
        }
        return String.join("; ", parts) + (energy.isAvailable() ? ", in no other figure" : "");
    }

    /** Formats the cost on one line; empty if no evaluator reported a call. */
    static Optional<String> text(EvaluationTotals totals) {
        EvaluationUsage usage = totals.usage();
        if (usage.modelCalls().orElse(0) == 0) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        parts.add(usage.modelCalls().getAsLong() + " model calls");
        usage.inputTokens().ifPresent(tokens -> parts.add(tokens + " tokens in"));
        usage.outputTokens().ifPresent(tokens -> parts.add(tokens + " tokens out"));
        usage.dollars().ifPresent(dollars -> parts.add(Figures.usd(dollars)));
        usage.seconds().ifPresent(seconds -> parts.add(Figures.of(seconds) + " s of evaluators"));
        String unknown = totals.unreported() == 0
                ? ""
                : "; " + totals.unreported() + " of " + totals.evaluations()
                        + " evaluations did not report what they used";
        return Optional.of(String.join(", ", parts) + ", in no other figure" + unknown);
    }
}
