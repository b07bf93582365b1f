package dev.ipw.analysis.cost;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.cost.CostFactors;
import dev.ipw.cost.CostModel;
import dev.ipw.cost.CostTally;
import dev.ipw.cost.CostTotals;
import dev.ipw.cost.PriceList;
import dev.ipw.cost.Pricing;
import dev.ipw.cost.QueryCost;
import dev.ipw.cost.QueryUse;
import dev.ipw.energy.EnergyReading;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunAccounting;
import dev.ipw.results.RunReader;
import dev.ipw.results.RunSummary;
import dev.ipw.statistics.Estimate;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
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

    private final Optional<PriceList> prices;
    private final CostFactors factors;

    /** Reckon by what each run was begun with. */
    public CostAnalysis() {
        this(Optional.empty(), CostFactors.NONE);
    }

    /**
     * Reckon by other prices and factors.
     *
     * @param prices  a price list; empty for the prices that each run was begun with
     * @param factors what a machine costs; those that are absent are the run's
     */
    public CostAnalysis(Optional<PriceList> prices, CostFactors factors) {
        this.prices = Objects.requireNonNull(prices, "prices");
        this.factors = Objects.requireNonNull(factors, "factors");
    }

    @Override
    public AnalysisResult analyze(RunReader run) {
        RunSummary summary = run.summary();
        CostModel model = model(summary);
        CostTally tally = new CostTally(model);
        CostModel tokens = new CostModel(model.pricing(), CostFactors.NONE);
        UsdPerCorrect perCorrect = new UsdPerCorrect();
        long right = 0;
        long judged = 0;
        try (Stream<ProfilingRecord> records = run.records()) {
            for (ProfilingRecord record : (Iterable<ProfilingRecord>) records::iterator) {
                QueryUse use = use(record);
                tally.add(use);
                QueryCost cost = tokens.of(use);
                Optional<Boolean> correct = record.isCorrect();
                judged += correct.isPresent() ? 1 : 0;
                right += correct.filter(isRight -> isRight).isPresent() ? 1 : 0;
                // What was not judged is paid for all the same.
                perCorrect.add(correct.orElse(false), cost.knownUsd().doubleValue());
            }
        }
        EnergyReading energy = summary.totals().deviceEnergy();
        CostTotals totals = tally.finish(summary.totals().measuredSeconds(),
                energy.isComplete() ? energy.joules() : OptionalDouble.empty());
        Optional<Estimate> perRight = totals.totalUsd().isPresent() && judged > 0
                ? perCorrect.estimate(real(totals.machineUsd()) + real(totals.electricityUsd()))
                : Optional.empty();
        return result(summary, model, totals, perRight, right);
    }

    private CostModel model(RunSummary summary) {
        RunAccounting kept = summary.configuration().accounting();
        CostFactors known = new CostFactors(factors.usdPerHour().or(kept.factors()::usdPerHour),
                factors.usdPerKilowattHour().or(kept.factors()::usdPerKilowattHour),
                either(factors.carbonGramsPerKilowattHour(), kept.factors().carbonGramsPerKilowattHour()),
                either(factors.powerUsageEffectiveness(), kept.factors().powerUsageEffectiveness()));
        boolean isToLookUp = prices.isPresent() || kept.pricing().basis() == Pricing.Basis.UNKNOWN;
        Pricing pricing = isToLookUp
                ? Pricing.of(prices, known, summary.configuration().client(),
                        LocalDate.ofInstant(summary.startTime(), ZoneOffset.UTC))
                : kept.pricing();
        return new CostModel(pricing, known);
    }

    private static QueryUse use(ProfilingRecord record) {
        return new QueryUse(record.outcome().usage(), record.outcome().reachedServer(), Map.of(),
                OptionalDouble.empty(), OptionalDouble.empty());
    }

    private static AnalysisResult result(RunSummary summary, CostModel model, CostTotals totals,
            Optional<Estimate> perRight, long right) {
        OptionalDouble total = totals.totalUsd().map(usd -> OptionalDouble.of(usd.doubleValue()))
                .orElse(OptionalDouble.empty());
        TreeBuilder data = TreeBuilder.object().put("total_usd", total).put("reason", totals.reason())
                .put("tokens_usd", totals.tokensUsd().doubleValue()).put("machine_usd", optional(totals.machineUsd()))
                .put("electricity_usd", optional(totals.electricityUsd()))
                .put("kilowatt_hours", totals.kilowattHours()).put("co2e_grams", totals.carbonGrams())
                .put("queries_with_price", totals.queries()).put("queries_without_price", totals.queriesUnpriced())
                .put("correct", right).put("usd_per_correct_answer", perRight.map(Estimate::value))
                .put("usd_per_correct_answer_low", perRight.map(known -> known.interval().low()))
                .put("usd_per_correct_answer_high", perRight.map(known -> known.interval().high()))
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
                .put("usd_per_hour", optional(model.factors().usdPerHour()))
                .put("usd_per_kilowatt_hour", optional(model.factors().usdPerKilowattHour()))
                .put("carbon_grams_per_kilowatt_hour", model.factors().carbonGramsPerKilowattHour())
                .put("power_usage_effectiveness", model.factors().powerUsageEffectiveness());
        TreeBuilder shown = TreeBuilder.object();
        figures.forEach((name, value) -> {
            if (value != null) {
                shown.put(name, value);
            }
        });
        return new AnalysisResult(ID, shown.put("price_source", model.pricing().source()).build(),
                warnings(summary, model, totals), details.build());
    }

    private static List<String> warnings(RunSummary summary, CostModel model, CostTotals totals) {
        List<String> warnings = new ArrayList<>();
        totals.reason().ifPresent(why -> warnings.add("There is no total: " + why));
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
        return warnings;
    }

    private static OptionalDouble either(OptionalDouble first, OptionalDouble second) {
        return first.isPresent() ? first : second;
    }

    private static OptionalDouble over(OptionalDouble above, double below) {
        return above.isEmpty() || !(below > 0)
                ? OptionalDouble.empty()
                : OptionalDouble.of(above.getAsDouble() / below);
    }

    private static double real(Optional<BigDecimal> amount) {
        return amount.map(BigDecimal::doubleValue).orElse(0.0);
    }

    private static OptionalDouble optional(Optional<BigDecimal> amount) {
        return amount.map(known -> OptionalDouble.of(known.doubleValue())).orElse(OptionalDouble.empty());
    }
}
