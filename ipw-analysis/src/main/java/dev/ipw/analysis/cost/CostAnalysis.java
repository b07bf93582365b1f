package dev.ipw.analysis.cost;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.FigureScale;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.OnePassAnalysis;
import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.cost.CostFactors;
import dev.ipw.cost.CostTotals;
import dev.ipw.cost.PriceList;
import dev.ipw.cost.Pricing;
import dev.ipw.cost.QueryCost;
import dev.ipw.cost.internal.CostModel;
import dev.ipw.cost.internal.CostTally;
import dev.ipw.cost.internal.QueryUse;
import dev.ipw.energy.EnergyReading;
import dev.ipw.error.Setting;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.number.Money;
import dev.ipw.internal.number.Ratio;
import dev.ipw.record.RecordedQuery;
import dev.ipw.run.RunSummary;
import dev.ipw.run.RunTotals;
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

/**
 * The cost analysis of a finished run: in total, per right answer and per million output tokens, by the prices and
 * factors at the run's start or by others. It takes one pass over the queries and stores a few sums.
 */
public final class CostAnalysis implements OnePassAnalysis {
    /** The analysis' id. */
    public static final String ID = "cost";
    private static final double MILLION = 1e6;
    private static final long OLD_DAYS = 180;
    private static final String NO_JOULES = "the joules of the run are not completely known";

    private final RunPricing pricing;

    CostAnalysis(RunPricing pricing) {
        this.pricing = pricing;
    }

    @Override
    public Pass begin(AnalysedRun analysed) {
        RunSummary summary = analysed.run().summary();
        CostModel model = pricing.model(summary);
        CostGatherer queries = new CostGatherer(model);
        return new Pass(List.of(queries), () -> {
            CostTotals totals = queries.finish(summary.totals());
            return result(summary, model, totals, queries.perRight(totals), queries.right());
        });
    }

    private static AnalysisResult result(RunSummary summary, CostModel model, CostTotals totals,
            Optional<Estimate> perRight, long right) {
        OptionalDouble total = Money.real(totals.totalUsd());
        CostFactors factors = model.factors();
        Optional<String> noJoules = Optional.of(NO_JOULES);
        return AnalysisResult.builder(ID, "Cost")
                .figure(usd("total_usd", "in all"), AnalysisValue.of(total).because(totals.reason()))
                .figure(AnalysisColumn.text("reason"), AnalysisValue.of(totals.reason()))
                .figure(usd("at_least_usd", "at least"), AnalysisValue.of(Money.real(totals.atLeastUsd())))
                .figure(usd("tokens_usd", "tokens"), AnalysisValue.of(Money.real(totals.tokensUsd())))
                .figure(usd("machine_usd", "machine"), AnalysisValue.of(Money.real(totals.machineUsd()))
                        .because(unless(Money.real(factors.usdPerHour()), "cost_per_hour")))
                .figure(usd("electricity_usd", "electricity"),
                        AnalysisValue.of(Money.real(totals.electricityUsd()))
                                .because(unless(Money.real(factors.usdPerKilowattHour()), "electricity_price")))
                .figure(AnalysisColumn.number("kilowatt_hours", "kWh").labelled("energy"),
                        AnalysisValue.of(totals.kilowattHours()).because(noJoules)
                                .from(summary.totals().deviceEnergy().provenance()))
                .figure(AnalysisColumn.number("co2e_grams", "g CO2e").labelled("carbon"),
                        AnalysisValue.of(totals.carbonGrams())
                                .because(unless(factors.carbonGramsPerKilowattHour(), "carbon_intensity")))
                .figure(AnalysisColumn.count("queries_with_price"), AnalysisValue.of(totals.queries()))
                .figure(AnalysisColumn.count("queries_without_price"), AnalysisValue.of(totals.queriesUnpriced()))
                .figure(AnalysisColumn.count("correct"), AnalysisValue.of(right))
                .figure(AnalysisColumn.estimate("usd_per_correct_answer", "USD").labelled("a right answer")
                        .scaled(FigureScale.PER_THOUSAND_RIGHT_ANSWERS),
                        AnalysisValue.of(perRight).because(
                                right == 0 ? Optional.of("no answer counts as right") : totals.reason()))
                .figure(usd("usd_per_query", "a query").scaled(FigureScale.PER_THOUSAND_QUERIES),
                        AnalysisValue.of(Ratio.of(total, (double) summary.totals().queries())).because(totals.reason()))
                .figure(usd("usd_per_million_output_tokens", "a million output tokens"),
                        AnalysisValue.of(Ratio.of(total, summary.totals().outputTokens().orElse(0) / MILLION))
                                .because(totals.reason().or(() -> Optional.of("the output tokens were not counted"))))
                .figure(AnalysisColumn.number("co2e_grams_per_correct_answer", "g CO2e").labelled("a right answer")
                        .scaled(FigureScale.PER_THOUSAND_RIGHT_ANSWERS),
                        AnalysisValue.of(Ratio.of(totals.carbonGrams(), (double) right)))
                .figure(AnalysisColumn.text("price_source"), AnalysisValue.of(model.pricing().source()))
                .figure(AnalysisColumn.text("price_basis"),
                        AnalysisValue.of(model.pricing().basis().name().toLowerCase(Locale.ROOT)))
                .figure(AnalysisColumn.text("price_list"), AnalysisValue.of(model.pricing().list()))
                .figure(AnalysisColumn.text("energy_scope"), AnalysisValue.of(summary.totals().headlineScope()))
                .figure(AnalysisColumn.number("usd_per_hour", "USD/h"),
                        AnalysisValue.of(Money.real(factors.usdPerHour())))
                .figure(AnalysisColumn.number("usd_per_kilowatt_hour", "USD/kWh"),
                        AnalysisValue.of(Money.real(factors.usdPerKilowattHour())))
                .figure(AnalysisColumn.number("carbon_grams_per_kilowatt_hour", "g CO2e/kWh"),
                        AnalysisValue.of(factors.carbonGramsPerKilowattHour()))
                .figure(AnalysisColumn.number("power_usage_effectiveness", ""),
                        AnalysisValue.of(factors.powerUsageEffectiveness()))
                .warnings(warnings(summary, model, totals, perRight)).build();
    }

    private static AnalysisColumn usd(String name, String label) {
        return AnalysisColumn.number(name, "USD").labelled(label);
    }

    /**
     * Returns the reason why a figure is missing. Without joules, neither electricity nor carbon has a figure, even
     * with its factor set.
     */
    private static Optional<String> unless(OptionalDouble factor, String option) {
        return Optional.of(factor.isPresent()
                ? NO_JOULES
                : "no factor given; add " + Setting.ANALYSIS_OPTION + " " + option + "=N");
    }

    private static List<String> warnings(RunSummary summary, CostModel model, CostTotals totals,
            Optional<Estimate> perRight) {
        List<String> warnings = new ArrayList<>();
        totals.reason().ifPresent(why -> warnings.add("There is no total: " + why));
        totals.atLeastUsd().ifPresent(
                usd -> warnings.add("What is known comes to at least " + usd.toPlainString() + " US dollars"));
        perRight.filter(known -> Double.isInfinite(known.interval().high()))
                .ifPresent(known -> warnings.add("Too few answers are right for an upper bound of the dollars "
                        + "per right answer"));
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

    /** The sum of the costs of a run's queries, and the number of right answers. */
    private static final class CostGatherer implements RecordGatherer {
        private final CostTally tally;
        private final UsdPerCorrect perCorrect = new UsdPerCorrect();
        private long right;
        private long judged;

        CostGatherer(CostModel model) {
            tally = new CostTally(model);
        }

        @Override
        public void add(RecordedQuery record) {
            // The machine and its joules belong to the run here, and are spread over the queries at the end.
            QueryCost cost = record.isPlain() && record.tokens().isCountedByServer()
                    ? tally.add(new QueryUse(record.tokens(), true, Map.of(), OptionalDouble.empty(),
                            OptionalDouble.empty()))
                    : tally.add(record.outcome(), OptionalDouble.empty(), OptionalDouble.empty());
            Optional<Boolean> correct = record.isCorrect();
            judged += correct.isPresent() ? 1 : 0;
            right += correct.filter(Boolean::booleanValue).isPresent() ? 1 : 0;
            // Answers without a verdict are paid for too.
            perCorrect.add(correct.orElse(false), cost.knownUsd().doubleValue());
        }

        /** Counts the right answers. */
        long right() {
            return right;
        }

        CostTotals finish(RunTotals run) {
            return tally.finish(run.measuredSeconds(),
                    run.headlineEnergy().map(EnergyReading::joules).orElse(OptionalDouble.empty()));
        }

        /** Divides the cost of the run by its right answers; empty without a total, or if nothing was evaluated. */
        Optional<Estimate> perRight(CostTotals totals) {
            return totals.totalUsd().isPresent() && judged > 0
                    ? perCorrect.estimate(Money.real(totals.machineUsd()).orElse(0)
                            + Money.real(totals.electricityUsd()).orElse(0))
                    : Optional.empty();
        }
    }
}
