package dev.ipw.cli.result;

import dev.ipw.cli.text.CommandWords;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.FlagWords;
import dev.ipw.cli.text.TextTable;
import dev.ipw.compute.ComputeTotals;
import dev.ipw.compute.Precision;
import dev.ipw.cost.CostTotals;
import dev.ipw.cost.Pricing;
import dev.ipw.energy.EnergyReading;
import dev.ipw.hosted.HostedEstimate;
import dev.ipw.hosted.HostedTotals;
import dev.ipw.hosted.Range;
import dev.ipw.internal.number.Money;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.results.internal.format.HostedCodec;
import dev.ipw.run.RunConfiguration.RunAccounting;
import dev.ipw.run.RunSummary;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The cost of a run in money, and its amount of compute, as text and JSON. */
final class AccountsText {
    private static final double WATT_HOURS = 1e3;
    private static final double MILLILITERS = 1e3;
    private static final double A_CENT = 0.01;
    private static final double THOUSAND = 1e3;
    static final String ESTIMATE = "Hosted estimate";
    private static final String PER_THOUSAND = " per 1,000 queries";

    private final RunAccounting accounting;
    private final CostTotals cost;
    private final ComputeTotals compute;
    private final String scope;
    private final EnergyReading joules;
    private final Optional<HostedTotals> hosted;

    AccountsText(RunSummary summary) {
        accounting = summary.configuration().accounting();
        cost = summary.accounts().cost();
        compute = summary.accounts().compute();
        scope = summary.totals().headlineScope();
        joules = summary.totals().deviceEnergy();
        hosted = summary.accounts().hosted();
    }

    /** Adds a row for each known account. */
    void addTo(TextTable table) {
        cost().ifPresent(text -> table.row("Cost", text));
        compute().ifPresent(text -> table.row("Compute", text));
        estimate().ifPresent(text -> table.row(ESTIMATE, text
                + hosted.flatMap(known -> known.estimate().map(sum -> impacts(sum, known))).orElse("")));
    }

    /** Formats the estimated joules of a hosted model; empty if no estimate was asked for. */
    Optional<String> estimate() {
        return hosted.map(known -> known.estimate()
                .map(sum -> perQuery(sum.joules(), known, "J") + " a query, ESTIMATED from tokens, not measured")
                .orElse("none: ") + missing(known));
    }

    private static String impacts(HostedEstimate sum, HostedTotals totals) {
        return sum.carbonGrams().map(grams -> "; " + perQuery(grams, totals, "g") + " CO2e").orElse("")
                + sum.waterLiters()
                        .map(liters -> "; " + perQuery(liters.times(MILLILITERS), totals, "mL") + " of water")
                        .orElse("")
                + " (" + sum.source() + ")";
    }

    private static String perQuery(Range sum, HostedTotals totals, String unit) {
        Range each = sum.times(1.0 / totals.queries());
        return Figures.between(each.likely(), each.low(), each.high(), unit);
    }

    private static String missing(HostedTotals totals) {
        return totals.queriesWithoutTokens() == 0
                ? ""
                : (totals.queries() == 0 ? "" : "; ") + "the tokens of " + totals.queriesWithoutTokens()
                        + " queries were not counted";
    }

    private Optional<String> cost() {
        List<String> parts = new ArrayList<>();
        double scale = isSmall() ? THOUSAND / cost.queries() : 1;
        Pricing pricing = accounting.pricing();
        boolean hasPrice = pricing.basis() == Pricing.Basis.OWN_LIST || pricing.basis() == Pricing.Basis.SHIPPED_LIST;
        if (hasPrice) {
            parts.add(cost.tokensUsd().map(tokens -> usd(tokens, scale)).orElse("nothing known") + " for tokens"
                    + (cost.queriesUnpriced() == 0
                            ? ""
                            : " of " + cost.queries() + " queries, " + cost.queriesUnpriced() + " others have no price")
                    + " (" + pricing.source() + pricing.list().map(list -> "; price list " + list).orElse("") + ")");
        }
        cost.machineUsd().ifPresent(machine -> parts.add(usd(machine, scale) + " for the machine's time at "
                + usd(accounting.factors().usdPerHour().orElseThrow()) + " an hour"));
        cost.electricityUsd().ifPresent(electricity -> parts.add(usd(electricity, scale) + " for "
                + Figures.of(cost.kilowattHours().orElse(Double.NaN) * WATT_HOURS * scale, "Wh") + " at "
                + usd(accounting.factors().usdPerKilowattHour().orElseThrow()) + " a kWh" + scope()));
        if (cost.carbonGrams().isPresent()) {
            parts.add(Figures.of(cost.carbonGrams().getAsDouble() * scale, "g") + " CO2e at "
                    + Figures.of(accounting.factors().carbonGramsPerKilowattHour()) + " g/kWh" + scope());
        }
        if (!joules.isComplete()) {
            String why = joules.reason().map(CommandWords::of)
                    .orElseGet(() -> "the sensors did not cover the whole interval: "
                            + FlagWords.of(joules.flags()));
            accounting.factors().usdPerKilowattHour()
                    .ifPresent(price -> parts.add("electricity excluded, at " + usd(price) + " a kWh: " + why));
            if (accounting.factors().carbonGramsPerKilowattHour().isPresent()) {
                parts.add("CO2e is not known: " + why);
            }
        }
        cost.atLeastUsd().ifPresent(least -> parts.add("in all at least " + usd(least) + ", without a total: "
                + CommandWords.of(cost.reason().orElseThrow())));
        String whole = cost.totalUsd().filter(any -> isSmall())
                .map(total -> usd(total, scale) + PER_THOUSAND + ": ").orElse("");
        return parts.isEmpty() ? Optional.empty() : Optional.of(whole + String.join("; ", parts));
    }

    private String scope() {
        OptionalDouble effectiveness = accounting.factors().powerUsageEffectiveness();
        return " (" + scope + (effectiveness.isPresent() ? ", PUE " + Figures.of(effectiveness) : "") + ")";
    }

    /** Formats the total cost, or a lower bound of it; empty if nothing is known or the run was free. */
    Optional<String> total() {
        return cost.totalUsd().filter(total -> total.signum() > 0)
                .map(total -> isSmall()
                        ? usd(total, THOUSAND / cost.queries()) + PER_THOUSAND + "; " + usd(total) + " in all"
                        : usd(total))
                .or(() -> cost.atLeastUsd().map(least -> "at least " + usd(least) + ", the whole is not known"));
    }

    /** Returns whether the run costs less than a cent; such costs are shown per 1,000 queries. */
    private boolean isSmall() {
        return cost.queries() > 0 && cost.totalUsd().map(BigDecimal::doubleValue)
                .filter(total -> total > 0 && total < A_CENT).isPresent();
    }

    private Optional<String> compute() {
        if (compute.floatingPointOperations().isEmpty()) {
            return Optional.empty();
        }
        String work = Figures.of(compute.floatingPointOperations(), "FLOP") + " ("
                + compute.source().orElseThrow() + ")";
        String share = compute.utilization().flops().isPresent()
                ? ", MFU " + Figures.percent(compute.utilization().flops().getAsDouble())
                        + (compute.utilization().bandwidth().isPresent()
                                ? ", MBU " + Figures.percent(compute.utilization().bandwidth().getAsDouble())
                                : "")
                        + " of " + compute.peaks().devices().size() + " x " + compute.peaks().devices().getFirst()
                        + " in "
                        + compute.precision().map(Precision::label).orElseThrow() + ofAchievable()
                : "";
        return Optional.of(work + share);
    }

    private String ofAchievable() {
        return compute.utilization().achievable().isPresent()
                ? " (" + Figures.percent(compute.utilization().achievable().getAsDouble())
                        + " of the best matmul known there)"
                : "";
    }

    /** Returns the known costs as a tree. */
    TreeBuilder costTree() {
        return TreeBuilder.object().put("total_usd", Money.real(cost.totalUsd())).put("reason", cost.reason())
                .put("at_least_usd", Money.real(cost.atLeastUsd())).put("tokens_usd", Money.real(cost.tokensUsd()))
                .put("machine_usd", Money.real(cost.machineUsd()))
                .put("electricity_usd", Money.real(cost.electricityUsd())).put("kilowatt_hours", cost.kilowattHours())
                .put("co2e_grams", cost.carbonGrams()).put("source", accounting.pricing().source())
                .put("list", accounting.pricing().list());
    }

    /** Returns the estimate of a hosted model as a tree. */
    Optional<Map<String, @Nullable Object>> estimateTree() {
        return hosted.map(known -> HostedCodec.toTree(known).build());
    }

    /** Returns the known compute as a tree. */
    TreeBuilder computeTree() {
        return TreeBuilder.object().put("total_flops", compute.floatingPointOperations())
                .put("flops_source", compute.source())
                .put("mfu", compute.utilization().flops())
                .put("mfu_of_achievable", compute.utilization().achievable())
                .put("mbu", compute.utilization().bandwidth())
                .put("arithmetic_intensity", compute.arithmeticIntensity())
                .put("precision", compute.precision().map(Precision::label)).put("devices", compute.peaks().devices())
                .put("reason", compute.reason());
    }

    private static String usd(BigDecimal amount) {
        return usd(amount, 1);
    }

    private static String usd(BigDecimal amount, double scale) {
        return Figures.usd(amount.doubleValue() * scale);
    }
}
