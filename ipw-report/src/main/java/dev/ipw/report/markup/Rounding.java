package dev.ipw.report.markup;

import dev.ipw.internal.number.JustifiedDecimals;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/**
 * The scale and rounding of a figure for display. The page names both beside each figure, so that a reader can derive
 * the text from the JSON.
 *
 * @param factor   the factor of the figure
 * @param decimals digits after the point
 * @param unit     the resulting unit
 */
public record Rounding(double factor, int decimals, String unit) {
    private static final int DIGITS = 3;
    private static final int MAX_DECIMALS = 12;
    /** The separator between groups of three digits of large numbers; no screen breaks a line there. */
    private static final char GROUP = '\u202f';

    /** Returns the rounding to three digits; whole numbers are unchanged. */
    public static Rounding of(Number value, String unit) {
        return of(value, UnitScale.of(value.doubleValue(), unit));
    }

    private static Rounding of(Number value, UnitScale scale) {
        double shown = value.doubleValue() * scale.factor();
        boolean whole = value instanceof Long || shown == Math.rint(shown);
        return new Rounding(scale.factor(), whole ? 0 : decimals(shown, DIGITS), scale.unit());
    }

    /** Returns the rounding to the digits that the interval justifies; absent bounds are open. */
    public static Rounding of(Number value, OptionalDouble low, OptionalDouble high, DoubleFunction<UnitScale> scales) {
        double half = JustifiedDecimals.half(value.doubleValue(), low.orElse(Double.NaN), high.orElse(Double.NaN));
        if (!(half > 0) || !Double.isFinite(half)) {
            return of(value, scales.apply(value.doubleValue()));
        }
        UnitScale scale = scales.apply(Math.max(Math.abs(value.doubleValue()), half));
        return between(value.doubleValue(), low, high, scale.factor(), scale.unit());
    }

    /**
     * Returns the rounding of a fraction of one, or of a difference of two of them, to the digits that its interval
     * justifies.
     */
    public static Rounding ofShare(Number value, OptionalDouble low, OptionalDouble high, Rounding without) {
        double half = JustifiedDecimals.half(value.doubleValue(), low.orElse(Double.NaN), high.orElse(Double.NaN));
        return half > 0 && Double.isFinite(half)
                ? between(value.doubleValue(), low, high, without.factor(), without.unit())
                : without;
    }

    private static Rounding between(double value, OptionalDouble low, OptionalDouble high, double factor,
            String unit) {
        int decimals = JustifiedDecimals.of(value * factor, low.orElse(Double.NaN) * factor,
                high.orElse(Double.NaN) * factor);
        return new Rounding(factor, Math.max(decimals, 0), unit);
    }

    /**
     * Returns a rounding that keeps two digits of a figure that would be rounded to zero although its interval
     * excludes zero.
     */
    public Rounding ofFigure(double value, OptionalDouble low, OptionalDouble high) {
        return JustifiedDecimals.isOneSided(low.orElse(Double.NaN), high.orElse(Double.NaN)) ? showing(value) : this;
    }

    /** Returns a rounding that keeps two digits of a non-zero bound that would otherwise be rounded to zero. */
    public Rounding showing(double value) {
        return new Rounding(factor, JustifiedDecimals.showing(value * factor, decimals), unit);
    }

    /** Returns the rounding of a fraction of one in percent. */
    public static Rounding percent() {
        return new Rounding(100, 1, "%");
    }

    /** Returns the rounding of a difference of two fractions of one in percentage points. */
    public static Rounding points() {
        return new Rounding(100, 1, "points");
    }

    /** Returns the rounding of a setting to its original digits, at most three. */
    public static Rounding plain(Number value) {
        BigDecimal given = BigDecimal.valueOf(value.doubleValue()).round(new MathContext(DIGITS)).stripTrailingZeros();
        return new Rounding(1, Math.clamp(given.scale(), 0, MAX_DECIMALS), "");
    }

    /** Returns the rounding of a configured limit to its original digits, in a unit that suits it. */
    public static Rounding setting(Number value, String unit) {
        UnitScale scale = UnitScale.of(value.doubleValue(), unit);
        return new Rounding(scale.factor(), plain(value.doubleValue() * scale.factor()).decimals(), scale.unit());
    }

    private static int decimals(double value, int digits) {
        double size = Math.abs(value);
        return size == 0 ? 0 : Math.clamp(digits - 1 - (long) Math.floor(Math.log10(size)), 0, MAX_DECIMALS);
    }

    /** Formats a figure with this rounding. */
    public String text(Number value) {
        BigDecimal exact = value instanceof Long whole
                ? BigDecimal.valueOf(whole)
                : BigDecimal.valueOf(value.doubleValue());
        String plain = exact.multiply(BigDecimal.valueOf(factor)).setScale(decimals, RoundingMode.HALF_UP)
                .toPlainString();
        int point = plain.indexOf('.') < 0 ? plain.length() : plain.indexOf('.');
        int first = plain.startsWith("-") ? 1 : 0;
        if (point - first <= 4) {
            return plain;
        }
        StringBuilder grouped = new StringBuilder(plain);
        for (int place = point - 3; place > first; place -= 3) {
            grouped.insert(place, GROUP);
        }
        return grouped.toString();
    }
}
