package dev.ipw.analysis.pareto;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.cost.RunPricing;
import dev.ipw.plugin.Parameters;

/**
 * The provider of the Pareto analysis. Parameters: those of the cost analysis, {@code prices} (a file),
 * {@code cost_per_hour}, {@code electricity_price}, {@code carbon_intensity}, {@code pue}.
 */
public final class ParetoAnalysisProvider implements AnalysisProvider {
    /** Creates the provider. */
    public ParetoAnalysisProvider() {}

    @Override
    public String id() {
        return ParetoAnalysis.ID;
    }

    @Override
    public String description() {
        return "several runs side by side: accuracy against joules, dollars (by other prices with prices=FILE) and seconds, and who"
                + " dominates whom";
    }

    @Override
    public Analysis create(Parameters parameters) {
        RunPricing pricing = RunPricing.of(ParetoAnalysis.ID, parameters);
        parameters.rejectUnknown();
        return new ParetoAnalysis(pricing);
    }
}
