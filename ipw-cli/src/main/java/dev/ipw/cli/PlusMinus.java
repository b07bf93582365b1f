package dev.ipw.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalDouble;

/** Write a figure with half the width of its interval, and no digit that the interval makes worthless. */
final class PlusMinus {
    private static final int DIGITS_OF_HALF = 2;
    private static final int MOST_DECIMALS = 9;

    private PlusMinus() {}

    /** Write for example {@code 0.412 ±0.012}; without the half if it is not known. */
    static String of(double value, OptionalDouble half) {
        if (half.isEmpty() || !Double.isFinite(half.getAsDouble())) {
            return Figures.of(value);
        }
        if (half.getAsDouble() <= 0) {
            return Figures.of(value) + " \u00b10";
        }
        int decimals = DIGITS_OF_HALF - 1 - (int) Math.floor(Math.log10(half.getAsDouble()));
        return decimals > MOST_DECIMALS
                ? Figures.of(value) + " \u00b1" + Figures.of(half.getAsDouble())
                : rounded(value, decimals) + " \u00b1" + rounded(half.getAsDouble(), decimals);
    }

    private static String rounded(double value, int decimals) {
        return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).setScale(Math.max(0, decimals))
                .toPlainString();
    }
}
