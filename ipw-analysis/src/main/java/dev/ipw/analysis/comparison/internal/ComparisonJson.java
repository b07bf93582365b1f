package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.QuantileEstimate;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.DimensionComparison.ComparedValue;
import dev.ipw.analysis.comparison.DimensionComparison.SampleCounts;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.analysis.internal.EstimateTree;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.statistics.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The JSON form of comparisons. */
final class ComparisonJson {
    private ComparisonJson() {}

    static List<String> lines(Comparison comparison) {
        List<String> lines = new ArrayList<>();
        comparison.runs().forEach(run -> run.dimensions().forEach(one -> lines.add(line(run, one).json())));
        return lines;
    }

    private static TreeBuilder line(RunComparison run, DimensionComparison one) {
        StatisticComparison main = one.main();
        Estimate difference = main.difference();
        return TreeBuilder.object().put("dimension", one.dimension().label())
                .put("runs", List.of(
                        side(run.first(), one.first().used(), main.statistic(), main.first().estimate()),
                        side(run.second(), one.second().used(), main.statistic(), main.second().estimate())))
                .put("difference", TreeBuilder.object().put(main.statistic(), difference.value())
                        .put("low", EstimateTree.bound(difference.interval().low()))
                        .put("high", EstimateTree.bound(difference.interval().high())))
                .put("verdict", one.conclusion());
    }

    private static Map<String, @Nullable Object> side(String name, long queries, String statistic,
            Estimate estimate) {
        return TreeBuilder.object().put("name", name).put("n", queries).put(statistic, estimate.value())
                .put(statistic + "_low", EstimateTree.bound(estimate.interval().low()))
                .put(statistic + "_high", EstimateTree.bound(estimate.interval().high())).build();
    }

    static String whole(Comparison comparison) {
        return TreeBuilder.object().put("comparisons", comparison.runs().stream().map(ComparisonJson::run).toList())
                .prettyJson();
    }

    private static Map<String, @Nullable Object> run(RunComparison run) {
        return TreeBuilder.object().put("first", run.first()).put("second", run.second()).put("pairs", run.pairs())
                .put("blocks", run.blocks() > 0 ? OptionalInt.of(run.blocks()) : OptionalInt.empty())
                .put("repeats", run.repeats() > 0 ? OptionalInt.of(run.repeats()) : OptionalInt.empty())
                .put("dimensions", run.dimensions().stream().map(ComparisonJson::dimension).toList())
                .put("absent", run.absent()).put("warnings", run.warnings()).build();
    }

    private static Map<String, @Nullable Object> dimension(DimensionComparison one) {
        return TreeBuilder.object().put("dimension", one.dimension().label()).put("label", one.dimension().words())
                .put("unit", one.dimension().unit())
                .put("paired", one.paired()).put("first", counts(one.first())).put("second", counts(one.second()))
                .put("statistics", one.statistics().stream().map(ComparisonJson::statistic).toList())
                .put("shift", one.shift().map(EstimateTree::of))
                .put("tests", one.tests().stream()
                        .map(test -> TreeBuilder.object().put("test", test.test()).put("statistic", test.statistic())
                                .put("p", test.pValue()).put("method", test.method()).build())
                        .toList())
                .put("p_adjusted", one.adjustedPValue())
                .put("effect_size",
                        one.effectSize()
                                .map(size -> TreeBuilder.object().put("name", size.name()).put("value", size.value())
                                        .put("word", size.word()).build()))
                .put("method", one.method())
                .put("widening",
                        one.widening()
                                .map(wider -> TreeBuilder.object().put("intervals", wider.factor())
                                        .put("first_queries", wider.firstQueries())
                                        .put("second_queries", wider.secondQueries()).build()))
                .put("outcome", one.outcome().name()).put("merit", Merit.of(one).label())
                .put("verdict", one.conclusion())
                .build();
    }

    private static Map<String, @Nullable Object> counts(SampleCounts counts) {
        return TreeBuilder.object().put("used", counts.used()).put("absent", counts.absent())
                .put("zeros", counts.zeros()).put("unpaired", counts.unpaired()).build();
    }

    private static Map<String, @Nullable Object> statistic(StatisticComparison one) {
        return TreeBuilder.object().put("statistic", one.statistic()).put("first", value(one.first()))
                .put("second", value(one.second())).put("difference", EstimateTree.of(one.difference()))
                .put("relative", one.relative().map(EstimateTree::of)).build();
    }

    private static Map<String, @Nullable Object> value(ComparedValue value) {
        TreeBuilder tree = TreeBuilder.object();
        EstimateTree.of(value.estimate()).forEach(tree::put);
        return tree.put("order_statistics", value.orderStatistics().map(ComparisonJson::bounds)).build();
    }

    private static Map<String, @Nullable Object> bounds(QuantileEstimate exact) {
        return TreeBuilder.object().put("low", exact.low()).put("high", exact.high()).put("level", exact.level())
                .build();
    }
}
