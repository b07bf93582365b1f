package dev.ipw.cli.text;

import dev.ipw.energy.EnergyReading;
import dev.ipw.internal.number.SiPrefix;
import dev.ipw.internal.number.SignificantDigits;
import dev.ipw.statistics.Estimate;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Numbers formatted for a person: few digits, no exponent where a prefix or a few zeros suffice, and never a small
 * number as zero.
 */
public final class Figures {
    public static final String UNKNOWN = "-";
    private static final MathContext THREE_DIGITS = new MathContext(3);
    private static final double SMALLEST_PLAIN = 1e-7;
    private static final double LARGEST_PLAIN = 1e12;

    private Figures() {}

    /** Formats four significant digits, as a power of ten only if there would be many zeros. */
    public static String of(double value) {
        double size = Math.abs(value);
        if (!Double.isFinite(value)) {
            return UNKNOWN;
        }
        return size > 0 && (size < SMALLEST_PLAIN || size >= LARGEST_PLAIN)
                ? String.format(Locale.ROOT, "%.3e", value)
                : SignificantDigits.four(value);
    }

    /** Formats a number, or a dash if unknown. */
    public static String of(OptionalDouble value) {
        return value.isPresent() ? of(value.getAsDouble()) : UNKNOWN;
    }

    /** Formats four significant digits and the unit, with a prefix if that is shorter: {@code 12.35 mJ}. */
    public static String of(double value, String unit) {
        SiPrefix prefix = SiPrefix.of(value, unit);
        return (of(prefix.scaled(value)) + " " + prefix.before(unit)).strip();
    }

    /** Formats a number with its unit, or a dash if unknown. */
    public static String of(OptionalDouble value, String unit) {
        return value.isPresent() ? of(value.getAsDouble(), unit) : UNKNOWN;
    }

    /** Formats an estimate with its interval and unit: {@code 12.3 mJ [11.9, 12.7]}. */
    public static String of(Estimate estimate, String unit) {
        return ShownFigure.of(estimate, unit).text();
    }

    /** Formats joules with the bounds of all of them, as far as there are some. */
    public static String of(EnergyReading reading) {
        return between(reading.joules().orElse(Double.NaN), reading.lower().orElse(Double.NaN),
                reading.upperBound().orElse(Double.NaN), "J");
    }

    /** Formats a figure that is known to lie between two bounds. */
    public static String between(double value, double low, double high, String unit) {
        return ShownFigure.between(value, low, high, unit).text();
    }

    /** Formats three significant digits: more are useless while a figure still changes. */
    public static String brief(double value) {
        return Double.isFinite(value) && value != 0
                ? of(new BigDecimal(value).round(THREE_DIGITS).doubleValue())
                : of(value);
    }

    /**
     * Formats an amount of money: with cents, and below one dollar with three significant digits, so that no small
     * amount is zero.
     */
    public static String usd(double amount) {
        BigDecimal exact = new BigDecimal(amount);
        BigDecimal rounded = Math.abs(amount) < 1
                ? exact.round(THREE_DIGITS)
                : exact.setScale(2, RoundingMode.HALF_EVEN);
        return rounded.stripTrailingZeros().toPlainString() + " USD";
    }

    /** Formats a fraction of one in percent. */
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }

    /** Formats a fraction of one in percent, with its interval: {@code 86.7 % [75.8, 93.1]}. */
    public static String percent(Estimate share) {
        return ShownFigure.between(share.value() * 100, share.interval().low() * 100, share.interval().high() * 100,
                "%").text();
    }

    /** Rounds a number to a number of decimals; a negative number rounds to tens, hundreds and so on. */
    static String rounded(double value, int decimals) {
        BigDecimal rounded = new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN);
        return rounded.setScale(Math.max(0, decimals)).toPlainString();
    }
}
