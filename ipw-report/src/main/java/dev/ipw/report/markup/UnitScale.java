package dev.ipw.report.markup;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The SI prefix in which a figure is shown.
 *
 * @param factor the factor of the figure
 * @param unit   the resulting unit
 */
public record UnitScale(double factor, String unit) {
    /** Units shown per thousand, since the cost of a single one has too many leading zeros. */
    private static final Map<String, String> PER_THOUSAND = Map.of("USD/query", "USD per 1,000 queries");
    private static final List<String> SCALED = List.of("s", "J", "W", "s/token", "J/token", "W/token");

    /**
     * Chooses one scale for figures that stand below each other to be compared.
     *
     * @param figures the figures; empty for unknown ones
     * @param unit    their unit; empty for no unit
     */
    public static UnitScale ofLargest(Stream<OptionalDouble> figures, String unit) {
        return of(figures.flatMapToDouble(OptionalDouble::stream).map(Math::abs).max().orElse(Double.NaN), unit);
    }

    /**
     * Chooses the scale for a typical figure.
     *
     * @param typical the figure; NaN for an unknown one
     * @param unit    its unit; empty for no unit
     */
    public static UnitScale of(double typical, String unit) {
        if (PER_THOUSAND.containsKey(unit)) {
            return new UnitScale(1000, PER_THOUSAND.getOrDefault(unit, unit));
        }
        double size = Math.abs(typical);
        if (!SCALED.contains(unit) || !(size > 0) || Double.isInfinite(size)) {
            return new UnitScale(1, unit);
        }
        if (size < 1e-3) {
            return new UnitScale(1e6, "\u00b5" + unit);
        }
        if (size < 1) {
            return new UnitScale(1e3, "m" + unit);
        }
        return size < 1e4 || unit.startsWith("s") ? new UnitScale(1, unit) : new UnitScale(1e-3, "k" + unit);
    }
}
