package dev.ipw.analysis.cost;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.EstimateKeys;
import dev.ipw.analysis.RecordGatherer;
import dev.ipw.cost.CostFactors;
import dev.ipw.cost.CostModel;
import dev.ipw.cost.CostTotals;
import dev.ipw.cost.Money;
import dev.ipw.cost.PriceList;
import dev.ipw.cost.Pricing;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.results.RunReader;
import dev.ipw.results.RunSummary;
import dev.ipw.statistics.Estimate;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Reckon what a finished run cost: in all, for a right answer and for a million tokens of answers. By the prices and factors
 * that the run was begun with, or by others. One pass over the queries, a few sums in memory.
 */
public final class CostAnalysis implements Analysis {
    /** The analysis' id. */
    public static final String ID = "cost";
    private static final double MILLION = 1e6;
    private static final long OLD_DAYS = 180;

    private final RunPricing pricing;

    /** Reckon by what each run was begun with. */
    public CostAnalysis() {
        this(RunPricing.OF_THE_RUN);
    }

    /**
     * Reckon by other prices and factors.
     *
     * @param prices  a price list; empty for the prices that each run was begun with
     * @param factors what a machine costs; those that are absent are the run's
     */
    public CostAnalysis(Optional<PriceList> prices, CostFactors factors) {
        this(new RunPricing(prices, factors));
    }

    CostAnalysis(RunPricing pricing) {
        this.pricing = pricing;
    }

    @Override
    public AnalysisResult analyze(RunReader run) {
        RunSummary summary = run.summary();
        CostModel model = pricing.model(summary);
        CostGatherer queries = new CostGatherer(model);
        RecordGatherer.gather(run, List.of(queries));
        CostTotals totals = queries.finish(summary.totals());
        return result(summary, model, totals, queries.perRight(totals), queries.right());
    }

    private static AnalysisResult result(RunSummary summary, CostModel model, CostTotals totals,
            Optional<Estimate> perRight, long right) {
        OptionalDouble total = Money.real(totals.totalUsd());
        TreeBuilder data = TreeBuilder.object().put("total_usd", total).put("reason", totals.reason())
                .put("at_least_usd", Money.real(totals.atLeastUsd())).put("tokens_usd", Money.real(totals.tokensUsd()))
                .put("machine_usd", Money.real(totals.machineUsd()))
                .put("electricity_usd", Money.real(totals.electricityUsd()))
                .put("kilowatt_hours", totals.kilowattHours()).put("co2e_grams", totals.carbonGrams())
                .put("queries_with_price", totals.queries()).put("queries_without_price", totals.queriesUnpriced())
                .put("correct", right);
        EstimateKeys.put(data, "usd_per_correct_answer", perRight)
                .put("usd_per_query", over(total, (double) summary.totals().queries()))
                .put("usd_per_million_output_tokens",
                        over(total, summary.totals().outputTokens().orElse(0) / MILLION))
                .put("co2e_grams_per_correct_answer", over(totals.carbonGrams(), (double) right));
        Map<String, @Nullable Object> figures = data.build();
        TreeBuilder details = TreeBuilder.object();
        figures.forEach(details::put);
        details.put("price_basis", model.pricing().basis().name().toLowerCase(Locale.ROOT))
                .put("price_source", model.pricing().source()).put("price_list", model.pricing().list())
                .put("energy_scope", summary.totals().headlineScope())
                .put("usd_per_hour", Money.real(model.factors().usdPerHour()))
                .put("usd_per_kilowatt_hour", Money.real(model.factors().usdPerKilowattHour()))
                .put("carbon_grams_per_kilowatt_hour", model.factors().carbonGramsPerKilowattHour())
                .put("power_usage_effectiveness", model.factors().powerUsageEffectiveness());
        TreeBuilder shown = TreeBuilder.object();
        figures.forEach((name, value) -> {
            if (value != null) {
                shown.put(name, value);
            }
        });
        return new AnalysisResult(ID, shown.put("price_source", model.pricing().source()).build(),
                warnings(summary, model, totals, perRight), details.build());
    }

    private static List<String> warnings(RunSummary summary, CostModel model, CostTotals totals,
            Optional<Estimate> perRight) {
        List<String> warnings = new ArrayList<>();
        totals.reason().ifPresent(why -> warnings.add("There is no total: " + why));
        totals.atLeastUsd().ifPresent(
                usd -> warnings.add("What is known comes to at least " + usd.toPlainString() + " US dollars"));
        perRight.filter(known -> Double.isInfinite(known.interval().high()))
                .ifPresent(known -> warnings.add("So few answers are right that dollars for one have no upper bound"));
        if (model.factors().isOwnMachine() && model.pricing().basis() == Pricing.Basis.SHIPPED_LIST) {
            warnings.add("Both tokens and a machine are paid for; leave one of them out if the other holds it");
        }
        if (model.pricing().basis() == Pricing.Basis.SHIPPED_LIST) {
            LocalDate asOf = PriceList.shipped().asOf();
            long days = ChronoUnit.DAYS.between(asOf, LocalDate.ofInstant(summary.startTime(), ZoneOffset.UTC));
            if (days > OLD_DAYS) {
                warnings.add("The shipped price list is of " + asOf + ", " + days + " days before the run; compare it"
                        + " with the provider's page, or give a list of your own");
            }
        }
        boolean isRemoteMachine = summary.configuration().client().servingHost() == ServingHost.REMOTE
                && summary.totals().deviceEnergy().joules().isEmpty();
        if (isRemoteMachine && model.factors().usdPerKilowattHour().isPresent()) {
            warnings.add("The server's joules were not read, so its electricity has no price");
        }
        warnings.addAll(summary.warnings());
        return warnings;
    }

    private static OptionalDouble over(OptionalDouble above, double below) {
        return above.isEmpty() || !(below > 0)
                ? OptionalDouble.empty()
                : OptionalDouble.of(above.getAsDouble() / below);
    }
}
