package dev.ipw.cli.text;

import dev.ipw.internal.number.JustifiedDecimals;
import java.util.OptionalDouble;

/** A figure with half the width of its interval, with only the digits that the interval justifies. */
public final class PlusMinus {
    private PlusMinus() {}

    /** Formats for example {@code 0.412 ±0.012}; without the half-width if it is unknown. */
    public static String of(double value, OptionalDouble half) {
        if (half.isEmpty() || !Double.isFinite(half.getAsDouble())) {
            return Figures.of(value);
        }
        if (half.getAsDouble() <= 0) {
            return Figures.of(value) + " \u00b10";
        }
        int decimals = JustifiedDecimals.of(value, value - half.getAsDouble(), value + half.getAsDouble());
        return Figures.rounded(value, decimals) + " \u00b1" + Figures.rounded(half.getAsDouble(), decimals);
    }
}
