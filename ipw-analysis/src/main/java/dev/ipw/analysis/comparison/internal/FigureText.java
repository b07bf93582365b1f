package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.internal.number.SiPrefix;
import dev.ipw.statistics.Estimate;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * The text of a figure with three significant digits, whole numbers as such, and its unit; seconds, joules and watts
 * have a prefix such as milli where that is shorter.
 *
 * @param value the figure
 * @param unit  its unit; an empty text for none
 */
public record FigureText(double value, String unit) {
    private static final String UNKNOWN = "?";
    private static final MathContext DIGITS = new MathContext(3);
    /** Shares below this are the rounding of floating-point arithmetic. */
    private static final double NO_DIFFERENCE = 1e-12;
    private static final double SMALLEST_PLAIN = 1e-7;
    private static final double LARGEST_PLAIN = 1e12;

    /**
     * Formats a compared figure with its interval, in the scale in which people read it.
     *
     * @param estimate the figure
     * @param column   its unit and scale
     * @return for example {@code 10.2 ms (9.98, 10.4)}
     */
    public static String of(Estimate estimate, AnalysisColumn column) {
        return of(estimate.dividedBy(1 / column.scale().factor()), column.shownUnit());
    }

    /**
     * Formats a difference of two compared figures with its interval.
     *
     * @param difference the difference
     * @param column     the unit and scale of the figures
     * @return for example {@code +1.20 ms (+0.98, +1.41)}; points for shares
     */
    public static String difference(Estimate difference, AnalysisColumn column) {
        return signed(difference.dividedBy(1 / column.scale().factor()), column.differenceUnit());
    }

    static String difference(double difference, AnalysisColumn column) {
        return new FigureText(difference * column.scale().factor(), column.differenceUnit()).signed();
    }

    /**
     * Formats an estimate with its interval, all in the estimate's unit.
     *
     * @param estimate the figure
     * @param unit     its unit; an empty text for none
     * @return for example {@code 10.2 ms (9.98, 10.4)}
     */
    public static String of(Estimate estimate, String unit) {
        if (isUnbounded(estimate)) {
            return new FigureText(estimate.value(), unit).toString();
        }
        return new FigureText(estimate.value(), unit) + " ("
                + bounds(estimate.value(), estimate.interval().low(), estimate.interval().high(), unit) + ")";
    }

    /**
     * Formats a difference with its interval, with a sign before positive values.
     *
     * @param estimate the difference
     * @param unit     its unit; an empty text for none
     * @return for example {@code +1.20 ms (+0.98, +1.41)}
     */
    public static String signed(Estimate estimate, String unit) {
        if (isUnbounded(estimate)) {
            return new FigureText(estimate.value(), unit).signed();
        }
        double widest = DoubleStream.of(estimate.value(), estimate.interval().low(), estimate.interval().high())
                .map(Math::abs).filter(Double::isFinite).max().orElse(0);
        SiPrefix prefix = SiPrefix.of(widest, unit);
        return (signed(prefix.scaled(estimate.value())) + " " + prefix.before(unit)).strip() + " ("
                + signed(prefix.scaled(estimate.interval().low())) + ", "
                + signed(prefix.scaled(estimate.interval().high())) + ")";
    }

    /**
     * Formats a share of one in percent, with its interval.
     *
     * @param share the share
     * @return for example {@code +5.00 % (+3.10, +7.02)}
     */
    public static String percent(Estimate share) {
        return isUnbounded(share)
                ? percent(share.value())
                : percent(share.value()) + " (" + signed(share.interval().low() * 100) + ", "
                        + signed(share.interval().high() * 100) + ")";
    }

    /** Returns whether the variation of a figure is unknown, so that it has no interval. */
    private static boolean isUnbounded(Estimate estimate) {
        return !Double.isFinite(estimate.interval().low()) && !Double.isFinite(estimate.interval().high());
    }

    /**
     * Formats a share of one in percent, with a sign.
     *
     * @param share for example 0.05
     * @return for example {@code +5.00 %}
     */
    public static String percent(double share) {
        return signed(Math.abs(share) < NO_DIFFERENCE ? 0 : share * 100) + " %";
    }

    /**
     * Formats a figure beside another one, in that one's unit and without the unit.
     *
     * @param other the figure that has the unit
     * @param value the figure to write
     * @param unit  the unit of both
     * @return for example {@code 9.98}
     */
    public static String like(double other, double value, String unit) {
        return digits(SiPrefix.of(other, unit).scaled(value));
    }

    /**
     * Formats the bounds of a figure in its unit, without the unit.
     *
     * @param value the figure that has the unit
     * @param low   the lower bound; not finite if open
     * @param high  the upper bound; not finite if open
     * @param unit  the unit of all
     * @return for example {@code 9.98, 10.4}
     */
    public static String bounds(double value, double low, double high, String unit) {
        return like(value, low, unit) + ", " + like(value, high, unit);
    }

    /**
     * Formats a difference.
     *
     * @return the figure with its unit, and a sign if it is positive
     */
    public String signed() {
        return (value > 0 && Double.isFinite(value) ? "+" : "") + this;
    }

    /** Returns the figure with its unit. */
    @Override
    public String toString() {
        SiPrefix prefix = SiPrefix.of(value, unit);
        return (digits(prefix.scaled(value)) + " " + prefix.before(unit)).strip();
    }

    private static String signed(double value) {
        return (value > 0 && Double.isFinite(value) ? "+" : "") + digits(value);
    }

    /** Formats a number; the end of an interval may be infinite. */
    private static String digits(double value) {
        if (!Double.isFinite(value)) {
            return UNKNOWN;
        }
        double size = Math.abs(value);
        if (size == 0) {
            return "0";
        }
        if (size < SMALLEST_PLAIN || size >= LARGEST_PLAIN) {
            return String.format(Locale.ROOT, "%.2e", value);
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS);
        int decimals = value == Math.rint(value)
                ? 0
                : Math.max(0, rounded.scale() + DIGITS.getPrecision() - rounded.precision());
        return rounded.setScale(decimals).toPlainString();
    }
}
