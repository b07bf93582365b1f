package dev.ipw.benchmarks.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A criterion of a report.
 *
 * @param text   its text
 * @param weight its weight in its dimension times that of the dimension
 */
record WeightedCriterion(String text, double weight) {
    /** Reads the criteria of all dimensions. */
    static List<WeightedCriterion> of(Map<String, Object> metadata) {
        List<WeightedCriterion> criteria = new ArrayList<>();
        if (metadata.get("criterions") instanceof Map<?, ?> dimensions
                && metadata.get("dimension_weight") instanceof Map<?, ?> weights) {
            for (Map.Entry<?, ?> dimension : new TreeMap<>(dimensions).entrySet()) {
                double weight = weights.get(dimension.getKey()) instanceof Number number ? number.doubleValue() : 0;
                if (dimension.getValue() instanceof List<?> list) {
                    list.forEach(one -> add(criteria, one, weight));
                }
            }
        }
        return criteria;
    }

    private static void add(List<WeightedCriterion> criteria, Object one, double dimensionWeight) {
        if (one instanceof Map<?, ?> map && map.get("criterion") instanceof String text
                && map.get("weight") instanceof Number weight) {
            Object explained = map.get("explanation");
            criteria.add(new WeightedCriterion(explained == null ? text : text + " (" + explained + ")",
                    weight.doubleValue() * dimensionWeight));
        }
    }
}
