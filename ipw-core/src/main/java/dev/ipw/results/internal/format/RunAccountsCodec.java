package dev.ipw.results.internal.format;

import dev.ipw.compute.ComputeTotals;
import dev.ipw.compute.ComputeTotals.DevicePeaks;
import dev.ipw.compute.ComputeTotals.Utilization;
import dev.ipw.compute.Precision;
import dev.ipw.cost.CostTotals;
import dev.ipw.internal.number.Money;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.run.RunConfiguration.RunAccounting;
import dev.ipw.run.RunSummary;
import dev.ipw.run.RunSummary.RunAccounts;
import java.util.Optional;

/** A codec of a run's cost and work as keys of {@code summary.json}, with their factors beside them. */
final class RunAccountsCodec {
    private RunAccountsCodec() {}

    public static TreeBuilder cost(CostTotals cost, RunSummary summary) {
        RunAccounting accounting = summary.configuration().accounting();
        return TreeBuilder.object().put("total_usd", Money.real(cost.totalUsd())).put("reason", cost.reason())
                .put("queries_with_price", cost.queries()).put("queries_without_price", cost.queriesUnpriced())
                .put("at_least_usd", Money.real(cost.atLeastUsd())).put("tokens_usd", Money.real(cost.tokensUsd()))
                .put("machine_usd", Money.real(cost.machineUsd()))
                .put("electricity_usd", Money.real(cost.electricityUsd()))
                .put("kilowatt_hours", cost.kilowattHours()).put("co2e_grams", cost.carbonGrams())
                .put("energy_scope", summary.totals().headlineScope())
                .put("prices", RunAccountingCodec.pricing(accounting.pricing()))
                .put("factors", RunAccountingCodec.factors(accounting.factors()));
    }

    public static TreeBuilder compute(ComputeTotals compute, RunSummary summary) {
        return TreeBuilder.object().put("total_flops", compute.floatingPointOperations())
                .put("queries_with_flops", compute.queries()).put("queries_without_flops", compute.queriesUnknown())
                .put("flops_source", compute.source()).put("mfu", compute.utilization().flops())
                .put("mfu_of_achievable", compute.utilization().achievable())
                .put("mbu", compute.utilization().bandwidth())
                .put("arithmetic_intensity", compute.arithmeticIntensity())
                .put("reason", compute.reason()).put("precision", compute.precision().map(Precision::label))
                .put("devices", compute.peaks().devices()).put("device_count", (long) compute.peaks().devices().size())
                .put("peak_flops_per_second", compute.peaks().flopsPerSecond())
                .put("achievable_flops_per_second", compute.peaks().achievableFlopsPerSecond())
                .put("peak_bytes_per_second", compute.peaks().bytesPerSecond())
                .put("peak_sources", compute.peaks().sources())
                .put("model", summary.configuration().accounting().card().map(
                        card -> TreeBuilder.object().put("name", card.name()).put("source", card.source())
                                .put("total_parameters", card.parameters().total())
                                .put("active_parameters", card.parameters().active()).build()));
    }

    /** Reads them; older versions had none. */
    public static RunAccounts fromTree(TreeReader tree) {
        return new RunAccounts(tree.optionalChild("cost", RunAccountsCodec::cost).orElse(CostTotals.UNKNOWN),
                tree.optionalChild("compute", RunAccountsCodec::compute).orElse(ComputeTotals.UNKNOWN),
                tree.optionalChild("hosted_estimate", HostedCodec::totals));
    }

    private static CostTotals cost(TreeReader tree) {
        return new CostTotals(tree.count("queries_with_price"), tree.count("queries_without_price"),
                CostColumns.money(tree, "tokens_usd"),
                CostColumns.money(tree, "machine_usd"), CostColumns.money(tree, "electricity_usd"),
                tree.optionalReal("kilowatt_hours"), tree.optionalReal("co2e_grams"), tree.optionalText("reason"));
    }

    private static ComputeTotals compute(TreeReader tree) {
        Optional<Precision> precision = tree.optionalText("precision", Precision::named);
        return new ComputeTotals(tree.optionalReal("total_flops"), tree.count("queries_with_flops"),
                tree.count("queries_without_flops"), tree.optionalText("flops_source"), precision,
                new DevicePeaks(tree.texts("devices"), tree.optionalReal("peak_flops_per_second"),
                        tree.optionalReal("achievable_flops_per_second"), tree.optionalReal("peak_bytes_per_second"),
                        tree.texts("peak_sources")),
                new Utilization(tree.optionalReal("mfu"), tree.optionalReal("mfu_of_achievable"),
                        tree.optionalReal("mbu")),
                tree.optionalReal("arithmetic_intensity"), tree.optionalText("reason"));
    }
}
