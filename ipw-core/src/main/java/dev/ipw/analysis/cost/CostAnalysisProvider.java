package dev.ipw.analysis.cost;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.cost.CostFactors;
import dev.ipw.cost.PriceList;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Provide the cost analysis. Parameters: {@code prices} (a file), {@code cost_per_hour}, {@code electricity_price},
 * {@code carbon_intensity}, {@code pue}.
 */
public final class CostAnalysisProvider implements AnalysisProvider {
    /** Create the provider. */
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
        Optional<PriceList> prices = parameters.text("prices").map(Path::of).map(PriceList::read);
        CostFactors factors = new CostFactors(usd(parameters, "cost_per_hour"), usd(parameters, "electricity_price"),
                parameters.number("carbon_intensity"), parameters.number("pue"));
        parameters.rejectUnknown();
        return new CostAnalysis(prices, factors);
    }

    private static Optional<BigDecimal> usd(Parameters parameters, String key) {
        return parameters.text(key).map(text -> {
            try {
                return new BigDecimal(text.strip());
            } catch (NumberFormatException notANumber) {
                throw new ConfigurationException("The option " + key + " of the analysis cost must be a number of US"
                        + " dollars, not '" + text + "'", notANumber);
            }
        });
    }
}
