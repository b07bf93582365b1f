package dev.ipw.report.markup;

import dev.ipw.record.Dimension;
import java.util.Arrays;
import java.util.Locale;

/** The names of figures for a person. */
public final class DimensionWords {
    private DimensionWords() {}

    /** Returns a dimension's name for a person. */
    public static String of(Dimension dimension) {
        return switch (dimension) {
            case TIME_FROM_INTENDED_START -> "Latency from the intended start";
            case ENERGY_JOULES -> "Energy of a query, its share";
            case POWER_WATTS -> "Power of a query, its share";
            case ENERGY_PER_OUTPUT_TOKEN_JOULES -> "Energy per output token, a query's share";
            default -> spaced(dimension.label());
        };
    }

    /** Returns the name of a dimension or of another figure for a person. */
    public static String ofLabel(String label) {
        return Arrays.stream(Dimension.values()).filter(dimension -> dimension.label().equals(label)).findFirst()
                .map(DimensionWords::of).orElseGet(() -> spaced(label));
    }

    /** Formats a key for a person: spaces, and an initial capital. */
    public static String spaced(String label) {
        String spaced = label.replace('_', ' ');
        return spaced.isEmpty()
                ? spaced
                : spaced.substring(0, 1).toUpperCase(Locale.ROOT) + spaced.substring(1);
    }
}
