package dev.ipw.analysis.cost;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.plugin.Parameters;

/**
 * The provider of the cost analysis. Parameters: {@code prices} (a file), {@code cost_per_hour},
 * {@code electricity_price}, {@code carbon_intensity}, {@code pue}.
 */
public final class CostAnalysisProvider implements AnalysisProvider {
    /** Creates the provider. */
    public CostAnalysisProvider() {}

    @Override
    public String id() {
        return CostAnalysis.ID;
    }

    @Override
    public String description() {
        return "US dollars in all, per right answer and per million tokens, kWh and CO2e; by other prices with prices=FILE";
    }

    @Override
    public Analysis create(Parameters parameters) {
        RunPricing pricing = RunPricing.of(CostAnalysis.ID, parameters);
        parameters.rejectUnknown();
        return new CostAnalysis(pricing);
    }
}
