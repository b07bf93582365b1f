package dev.ipw.analysis;

import dev.ipw.internal.tree.TreeBuilder;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one run as a whole.
 *
 * @param queries all requests
 * @param failed  those without a whole answer
 * @param values  the figures that are known
 */
@API(status = API.Status.EXPERIMENTAL)
public record RunFigures(long queries, long failed, Map<RunFigure, Double> values) {
    /** Copies the figures. */
    public RunFigures {
        Map<RunFigure, Double> copy = new EnumMap<>(RunFigure.class);
        copy.putAll(values);
        values = Collections.unmodifiableMap(copy);
    }

    /**
     * Returns one figure.
     *
     * @param figure the figure
     * @return its value in the figure's unit; empty if it is unknown
     */
    public OptionalDouble of(RunFigure figure) {
        Double value = values.get(figure);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /**
     * Returns the figures for a file.
     *
     * @return the figures by their labels, null for unknown ones
     */
    public Map<String, @Nullable Object> toMap() {
        TreeBuilder tree = TreeBuilder.object().put("queries", queries).put("failed", failed);
        for (RunFigure figure : RunFigure.values()) {
            tree.put(figure.label(), of(figure));
        }
        return tree.build();
    }
}
