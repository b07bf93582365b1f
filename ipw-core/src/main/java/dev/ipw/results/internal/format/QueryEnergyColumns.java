package dev.ipw.results.internal.format;

import dev.ipw.energy.EnergyReading;
import dev.ipw.internal.number.Ratio;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.ModelMetrics;
import java.util.OptionalDouble;

/** The columns of a query's joules, also per token. */
final class QueryEnergyColumns extends Columns<ModelMetrics> {
    private final EnergyColumns energy = include(new EnergyColumns(), ModelMetrics::energy);

    QueryEnergyColumns() {
        real("energy_per_output_token_joules", "joules per output token, if both are complete",
                metrics -> Ratio.of(joules(metrics), (double) metrics.tokens().output().orElse(0)));
        real("energy_per_total_token_joules", "joules per token, if both are complete",
                metrics -> Ratio.of(joules(metrics), (double) metrics.tokens().total().orElse(0)));
        real("output_tokens_per_joule", "output tokens per joule, if both are complete",
                ModelMetrics::outputTokensPerJoule);
    }

    private static OptionalDouble joules(ModelMetrics metrics) {
        EnergyReading headline = metrics.energy().headline();
        return headline.isComplete() ? headline.joules() : OptionalDouble.empty();
    }

    EnergyMetrics read(TreeReader row, PhaseFigures phases) {
        return energy.read(row, phases);
    }
}
