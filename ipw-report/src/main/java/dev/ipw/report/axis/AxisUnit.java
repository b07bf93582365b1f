package dev.ipw.report.axis;

import java.util.List;

/**
 * The SI prefix of a whole axis: 40 ms and not 40000 us.
 *
 * @param factor the factor of a figure
 * @param unit   the resulting unit
 */
public record AxisUnit(double factor, String unit) {
    private static final List<String> SCALED = List.of("s", "J", "W", "s/token", "J/token", "W/token");

    /**
     * Chooses the unit of an axis by its far end.
     *
     * @param from the start of the axis; NaN if it has no values
     * @param to   its end
     * @param unit the unit of the figures; empty for no unit
     * @return the unit of all labels
     */
    public static AxisUnit of(double from, double to, String unit) {
        if (unit.equals("USD/query")) {
            return new AxisUnit(1000, "USD per 1,000 queries");
        }
        double size = Math.max(Math.abs(from), Math.abs(to));
        if (!SCALED.contains(unit) || !(size > 0) || Double.isInfinite(size)) {
            return new AxisUnit(1, unit);
        }
        if (size < 1) {
            return size < 1e-3 ? new AxisUnit(1e6, "\u00b5" + unit) : new AxisUnit(1e3, "m" + unit);
        }
        if (size < 1e3 || unit.startsWith("s")) {
            return new AxisUnit(1, unit);
        }
        return size < 1e6 ? new AxisUnit(1e-3, "k" + unit) : new AxisUnit(1e-6, "M" + unit);
    }
}
