package dev.ipw.results.internal.format;

import dev.ipw.hosted.DataCentre;
import dev.ipw.hosted.HostedAssumptions;
import dev.ipw.hosted.HostedModel;
import dev.ipw.hosted.HostedTotals;
import dev.ipw.hosted.Range;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A codec of the hosted model of a run, and of its estimate. */
public final class HostedCodec {
    private HostedCodec() {}

    static TreeBuilder toTree(HostedModel model) {
        HostedAssumptions assumed = model.assumptions();
        DataCentre centre = model.centre();
        return TreeBuilder.object().put("name", model.name()).put("provider", model.provider())
                .put("guess", model.isGuess()).put("source", model.source()).put("table", model.table())
                .put("active_billions", range(model.activeBillions()))
                .put("total_billions", range(model.totalBillions())).put("batch", range(assumed.batch()))
                .put("weight_bits", range(assumed.weightBits())).put("fit_error", range(assumed.fitError()))
                .put("joules_per_flop", range(assumed.joulesPerFlop()))
                .put("attention_per_prompt_token", range(assumed.attentionPerPromptToken()))
                .put("cached_share", range(assumed.cachedShare()))
                .put("pue", range(centre.powerUsageEffectiveness())).put("region", centre.region())
                .put("co2e_grams_per_kwh", centre.carbonGramsPerKilowattHour().map(HostedCodec::range))
                .put("on_site_water_liters_per_kwh",
                        centre.onSiteWaterLitersPerKilowattHour().map(HostedCodec::range))
                .put("off_site_water_liters_per_kwh",
                        centre.offSiteWaterLitersPerKilowattHour().map(HostedCodec::range));
    }

    static HostedModel model(TreeReader tree) {
        HostedAssumptions assumed = new HostedAssumptions(range(tree, "batch"), range(tree, "weight_bits"),
                range(tree, "fit_error"), range(tree, "joules_per_flop"), range(tree, "attention_per_prompt_token"),
                range(tree, "cached_share"));
        DataCentre centre = new DataCentre(range(tree, "pue"), tree.text("region"),
                optionalRange(tree, "co2e_grams_per_kwh"), optionalRange(tree, "on_site_water_liters_per_kwh"),
                optionalRange(tree, "off_site_water_liters_per_kwh"));
        return new HostedModel(tree.text("name"), tree.text("provider"), tree.truth("guess"), tree.text("source"),
                range(tree, "active_billions"), range(tree, "total_billions"), assumed, centre, tree.text("table"));
    }

    public static TreeBuilder toTree(HostedTotals totals) {
        return TreeBuilder.object().put("queries", totals.queries())
                .put("queries_without_tokens", totals.queriesWithoutTokens())
                .put("estimate", totals.estimate().map(HostedColumns.INSTANCE::row));
    }

    static HostedTotals totals(TreeReader tree) {
        return new HostedTotals(tree.count("queries"), tree.count("queries_without_tokens"),
                tree.optionalChild("estimate", HostedColumns.INSTANCE::read));
    }

    private static Map<String, @Nullable Object> range(Range range) {
        return TreeBuilder.object().put("low", range.low()).put("likely", range.likely()).put("high", range.high())
                .build();
    }

    private static Range range(TreeReader tree, String key) {
        return tree.child(key, HostedCodec::range);
    }

    private static Optional<Range> optionalRange(TreeReader tree, String key) {
        return tree.optionalChild(key, HostedCodec::range);
    }

    private static Range range(TreeReader tree) {
        return new Range(tree.real("low"), tree.real("likely"), tree.real("high"));
    }
}
