package dev.ipw.benchmarks.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A criterion.
 *
 * @param text       its text
 * @param points     the points for meeting it; below 0 if it should not be met
 * @param isRequired whether an answer that does not meet it is wrong, independent of its points; never for points below
 *                   0
 */
record Criterion(String text, double points, boolean isRequired) {
    /**
     * Reads the criteria of a record's metadata: maps of {@code criterion} and {@code points}, and {@code required} if
     * it is.
     */
    static List<Criterion> of(@Nullable Object metadata) {
        List<Criterion> criteria = new ArrayList<>();
        if (metadata instanceof List<?> list) {
            for (Object one : list) {
                if (one instanceof Map<?, ?> map && map.get("criterion") instanceof String text) {
                    double points = map.get("points") instanceof Number number ? number.doubleValue() : 1;
                    criteria.add(new Criterion(text, points, points > 0 && Boolean.TRUE.equals(map.get("required"))));
                }
            }
        }
        return criteria;
    }
}
