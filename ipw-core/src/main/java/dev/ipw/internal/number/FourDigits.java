package dev.ipw.internal.number;

import java.math.BigDecimal;
import java.math.MathContext;

/** Write figures for people: four digits say more than most are known to. */
public final class FourDigits {
    private static final MathContext FOUR_DIGITS = new MathContext(4);

    private FourDigits() {}

    /**
     * Writes a figure with four digits, and without an exponent.
     *
     * @param value any number
     * @return for example {@code 12.41}; what is not finite as Java writes it
     */
    public static String text(double value) {
        if (!Double.isFinite(value)) {
            return String.valueOf(value);
        }
        BigDecimal rounded = new BigDecimal(value).round(FOUR_DIGITS);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
