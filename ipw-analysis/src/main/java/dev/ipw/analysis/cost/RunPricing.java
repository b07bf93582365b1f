package dev.ipw.analysis.cost;

import dev.ipw.cost.CostFactors;
import dev.ipw.cost.PriceList;
import dev.ipw.cost.Pricing;
import dev.ipw.cost.internal.CostModel;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import dev.ipw.run.RunConfiguration.RunAccounting;
import dev.ipw.run.RunSummary;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The prices and factors of a cost analysis: the given ones, and where one is absent that of each run.
 *
 * @param prices  a price list; empty for the prices at each run's start
 * @param factors the costs of a machine; absent ones are the run's
 */
public record RunPricing(Optional<PriceList> prices, CostFactors factors) {
    /** The prices and factors at each run's start. */
    public static final RunPricing OF_THE_RUN = new RunPricing(Optional.empty(), CostFactors.NONE);

    /** Rejects nulls. */
    public RunPricing {
        Objects.requireNonNull(prices, "prices");
        Objects.requireNonNull(factors, "factors");
    }

    /**
     * Reads the options of an analysis: {@code prices} (a file), {@code cost_per_hour}, {@code electricity_price},
     * {@code carbon_intensity}, {@code pue}.
     *
     * @param analysis   the analysis' id, for messages
     * @param parameters its options
     * @return the prices and factors
     * @throws ConfigurationException       if one cannot be
     * @throws dev.ipw.error.InputException if the file cannot be read
     */
    public static RunPricing of(String analysis, Parameters parameters) {
        return new RunPricing(parameters.text("prices").map(Path::of).map(PriceList::read),
                new CostFactors(usd(analysis, parameters, "cost_per_hour"),
                        usd(analysis, parameters, "electricity_price"), parameters.number("carbon_intensity"),
                        parameters.number("pue")));
    }

    private static Optional<BigDecimal> usd(String analysis, Parameters parameters, String key) {
        return parameters.text(key).map(text -> {
            try {
                return new BigDecimal(text.strip());
            } catch (NumberFormatException notANumber) {
                throw new ConfigurationException("The option " + key + " of the analysis " + analysis
                        + " must be a number of US dollars, not '" + text + "'", notANumber);
            }
        });
    }

    /**
     * Returns the prices and factors of a run. Without a price list the prices at the run's start count; if it has
     * none, as an imported or older run, the current ones count.
     *
     * @param summary the run
     * @return its prices and factors
     */
    public CostModel model(RunSummary summary) {
        RunAccounting accounting = summary.configuration().accounting();
        CostFactors known = new CostFactors(factors.usdPerHour().or(accounting.factors()::usdPerHour),
                factors.usdPerKilowattHour().or(accounting.factors()::usdPerKilowattHour),
                either(factors.carbonGramsPerKilowattHour(), accounting.factors().carbonGramsPerKilowattHour()),
                either(factors.powerUsageEffectiveness(), accounting.factors().powerUsageEffectiveness()));
        boolean isToLookUp = prices.isPresent() || accounting.pricing().basis() == Pricing.Basis.UNKNOWN;
        Pricing pricing = isToLookUp
                ? Pricing.of(prices, known, summary.configuration().client(),
                        LocalDate.ofInstant(summary.startTime(), ZoneOffset.UTC))
                : accounting.pricing();
        return new CostModel(pricing, known);
    }

    private static OptionalDouble either(OptionalDouble first, OptionalDouble second) {
        return first.isPresent() ? first : second;
    }
}
