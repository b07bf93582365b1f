package dev.ipw.results;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.statistics.Statistics;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turn statistics into trees and back, under the reference's names. */
final class StatisticsCodec {
    private StatisticsCodec() {}

    static Map<String, @Nullable Object> toTree(Statistics statistics) {
        return TreeBuilder.object().put("avg", statistics.average()).put("max", statistics.maximum())
                .put("median", statistics.median()).put("min", statistics.minimum()).build();
    }

    /** Read statistics; a tree whose leaves are absent is absent. */
    static Optional<Statistics> fromTree(Optional<TreeReader> tree) {
        return tree.filter(known -> known.optionalReal("avg").isPresent()).map(one -> one.as(known -> new Statistics(
                known.real("avg"), known.real("max"), known.real("median"), known.real("min"))));
    }
}
