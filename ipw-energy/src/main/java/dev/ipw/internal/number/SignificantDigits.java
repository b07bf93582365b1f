package dev.ipw.internal.number;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers for people with a few significant digits, and without an exponent. */
public final class SignificantDigits {
    private static final MathContext THREE = new MathContext(3);
    private static final MathContext FOUR = new MathContext(4);

    private SignificantDigits() {}

    /**
     * Formats a number with three digits.
     *
     * @param value any number
     * @return for example {@code 12.4}; a number that is not finite as Java formats it
     */
    public static String three(double value) {
        return text(value, THREE);
    }

    /**
     * Formats a figure with four digits, which is more than the precision of most.
     *
     * @param value any number
     * @return for example {@code 12.41}; a number that is not finite as Java formats it
     */
    public static String four(double value) {
        return text(value, FOUR);
    }

    private static String text(double value, MathContext digits) {
        if (!Double.isFinite(value)) {
            return String.valueOf(value);
        }
        BigDecimal rounded = new BigDecimal(value).round(digits);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
