package dev.ipw.cli;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.OptionalDouble;

/** Write numbers for a person: few digits, and never a small number as zero. */
final class Figures {
    private static final MathContext DIGITS = new MathContext(4);
    private static final double SMALLEST_PLAIN = 1e-3;
    private static final double LARGEST_PLAIN = 1e6;

    private Figures() {}

    /** Write four significant digits, as a power of ten if the number is very small or very large. */
    static String of(double value) {
        double size = Math.abs(value);
        if (!Double.isFinite(value)) {
            return "-";
        }
        if (size == 0) {
            return "0";
        }
        if (size < SMALLEST_PLAIN || size >= LARGEST_PLAIN) {
            return String.format(Locale.ROOT, "%.3e", value);
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        return (rounded.scale() < 0 ? rounded.setScale(0) : rounded).toPlainString();
    }

    /** Write a number, or a dash if unknown. */
    static String of(OptionalDouble value) {
        return value.isPresent() ? of(value.getAsDouble()) : "-";
    }

    /** Write a share of one in percent. */
    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }
}
