package dev.ipw.report;

import dev.ipw.internal.tree.TreeBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Put what each run got right beside what its queries cost, from what the analyses found of each. */
final class ParetoTree {
    private static final List<String> COSTS = List.of("joules_per_query", "usd_per_query", "seconds_per_query");

    private final List<ReportedRun> runs;
    private final Tree root;

    ParetoTree(List<ReportedRun> runs, Tree root) {
        this.runs = runs;
        this.root = root;
    }

    Map<String, @Nullable Object> build() {
        List<Map<String, @Nullable Object>> points = new ArrayList<>();
        for (ReportedRun run : runs) {
            String key = Tree.key("runs", run.index());
            String found = key + ".pareto.data.points.0";
            TreeBuilder point = TreeBuilder.object().put("name", run.name()).put("index", (long) run.index());
            for (String figure : List.of("accuracy", "accuracy_low", "accuracy_high")) {
                point.put(figure, first(found + "." + figure, key + ".accuracy.summary." + figure));
            }
            for (String cost : COSTS) {
                for (String end : List.of("", "_low", "_high")) {
                    point.put(cost + end, first(found + "." + cost + end, plain(key, cost + end)));
                }
            }
            points.add(point.build());
        }
        List<Map<String, @Nullable Object>> judged = new ArrayList<>();
        for (Map<String, @Nullable Object> point : points) {
            judged.add(withDominance(point, points));
        }
        return TreeBuilder.object().put("points", judged).build();
    }

    private OptionalDouble first(String key, String otherwise) {
        OptionalDouble found = root.number(key);
        return found.isPresent() ? found : root.number(otherwise);
    }

    private static String plain(String key, String cost) {
        return switch (cost) {
            case "joules_per_query" -> key + ".accuracy.summary.avg_per_query_energy_joules";
            case "seconds_per_query" -> key + ".latency.data.percentiles.time_from_intended_start.mean";
            default -> key + ".cost.summary." + cost;
        };
    }

    private static Map<String, @Nullable Object> withDominance(Map<String, @Nullable Object> point,
            List<Map<String, @Nullable Object>> points) {
        TreeBuilder tree = TreeBuilder.object();
        point.forEach(tree::put);
        TreeBuilder dominated = TreeBuilder.object();
        for (String cost : COSTS) {
            List<String> names = new ArrayList<>();
            for (Map<String, @Nullable Object> other : points) {
                if (dominates(other, point, cost)) {
                    names.add(String.valueOf(other.get("name")));
                }
            }
            dominated.put(cost, names);
        }
        return tree.put("dominated_by", dominated).build();
    }

    /** At least as right for no more, and better in one of the two. */
    private static boolean dominates(Map<String, @Nullable Object> one, Map<String, @Nullable Object> other,
            String cost) {
        return one.get("accuracy") instanceof Double right && other.get("accuracy") instanceof Double otherRight
                && one.get(cost) instanceof Double price && other.get(cost) instanceof Double otherPrice
                && right >= otherRight && price <= otherPrice && (right > otherRight || price < otherPrice);
    }
}
