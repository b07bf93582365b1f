package dev.ipw.cli.text;

import dev.ipw.internal.number.JustifiedDecimals;
import dev.ipw.internal.number.SiPrefix;
import dev.ipw.statistics.Estimate;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * A formatted figure: only the digits that its interval justifies, and all parts in one unit.
 *
 * @param value    the figure
 * @param interval its bounds in brackets; empty if absent
 * @param unit     the unit of all parts
 */
public record ShownFigure(String value, String interval, String unit) {
    private static final String OPEN = "?";

    static ShownFigure of(Estimate estimate, String unit) {
        return between(estimate.value(), estimate.interval().low(), estimate.interval().high(), unit);
    }

    /** Formats a figure between two bounds, of which one or both may be open. */
    public static ShownFigure between(double value, double low, double high, String unit) {
        return in(prefix(value, low, high, unit), value, low, high, unit);
    }

    /** Returns the prefix; a value that rounds to 1000 mJ becomes 1.0 J. */
    private static SiPrefix prefix(double value, double low, double high, String unit) {
        SiPrefix prefix = SiPrefix.of(value == 0 ? widest(low, high) : value, unit);
        double half = prefix.scaled(JustifiedDecimals.half(value, low, high));
        if (!(half > 0) || !Double.isFinite(half) || value == 0 || !Double.isFinite(value)) {
            return prefix;
        }
        double place = Math.pow(10,
                JustifiedDecimals.ofFigure(prefix.scaled(value), prefix.scaled(low), prefix.scaled(high)));
        double rounded = Math.round(prefix.scaled(value) * place) / place;
        return rounded == 0 ? prefix : SiPrefix.of(rounded / prefix.scaled(1), unit);
    }

    /** Formats a figure with the prefix of others. */
    public static ShownFigure in(SiPrefix prefix, double value, double low, double high, String unit) {
        String shownUnit = prefix.before(unit);
        double half = prefix.scaled(JustifiedDecimals.half(value, low, high));
        if (!Double.isFinite(low) && !Double.isFinite(high)) {
            return new ShownFigure(Figures.of(prefix.scaled(value)), "", shownUnit);
        }
        if (half <= 0 || !Double.isFinite(value)) {
            return new ShownFigure(Figures.of(prefix.scaled(value)),
                    "[" + bound(prefix.scaled(low)) + ", " + bound(prefix.scaled(high)) + "]", shownUnit);
        }
        int decimals = JustifiedDecimals.of(prefix.scaled(value), prefix.scaled(low), prefix.scaled(high));
        int ofValue = JustifiedDecimals.ofFigure(prefix.scaled(value), prefix.scaled(low), prefix.scaled(high));
        return new ShownFigure(Figures.rounded(prefix.scaled(value), ofValue),
                "[" + bound(prefix.scaled(low), decimals) + ", " + bound(prefix.scaled(high), decimals) + "]",
                shownUnit);
    }

    /**
     * Formats figures of one row in one unit with the same number of decimals: those that the least certain of them
     * justifies, and at least two digits of the smallest. A missing figure is a dash.
     */
    public static List<String> alike(SiPrefix prefix, List<Optional<Estimate>> figures) {
        List<Estimate> bounded = figures.stream().flatMap(Optional::stream)
                .filter(one -> Double.isFinite(one.value()) && JustifiedDecimals.half(one.value(), one.interval().low(),
                        one.interval().high()) > 0)
                .toList();
        int justified = bounded.stream().mapToInt(one -> JustifiedDecimals.ofFigure(prefix.scaled(one.value()),
                prefix.scaled(one.interval().low()), prefix.scaled(one.interval().high()))).min().orElse(0);
        int decimals = bounded.stream().mapToDouble(one -> Math.abs(prefix.scaled(one.value())))
                .filter(size -> size > 0).min().stream()
                .mapToInt(size -> Math.max(justified, 1 - (int) Math.floor(Math.log10(size)))).findFirst()
                .orElse(justified);
        return figures.stream().map(found -> found.map(one -> bounded.isEmpty()
                ? Figures.of(prefix.scaled(one.value()))
                : Figures.rounded(prefix.scaled(one.value()), decimals)).orElse(Figures.UNKNOWN)).toList();
    }

    private static double widest(double low, double high) {
        return DoubleStream.of(low, high).filter(Double::isFinite).map(Math::abs).max().orElse(0);
    }

    private static String bound(double bound) {
        return Double.isFinite(bound) ? Figures.of(bound) : OPEN;
    }

    private static String bound(double bound, int decimals) {
        return Double.isFinite(bound) ? Figures.rounded(bound, JustifiedDecimals.showing(bound, decimals)) : OPEN;
    }

    /** Formats the figure on one line. */
    public String text() {
        return (value + (unit.isEmpty() ? "" : " " + unit) + " " + interval).strip();
    }
}
