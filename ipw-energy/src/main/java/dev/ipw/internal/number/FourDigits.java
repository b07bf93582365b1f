package dev.ipw.internal.number;

import java.math.BigDecimal;
import java.math.MathContext;

/** Figures for people with four digits, which is more than the precision of most. */
public final class FourDigits {
    private static final MathContext FOUR_DIGITS = new MathContext(4);

    private FourDigits() {}

    /**
     * Formats a figure with four digits, and without an exponent.
     *
     * @param value any number
     * @return for example {@code 12.41}; a number that is not finite as Java formats it
     */
    public static String text(double value) {
        if (!Double.isFinite(value)) {
            return String.valueOf(value);
        }
        BigDecimal rounded = new BigDecimal(value).round(FOUR_DIGITS);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
