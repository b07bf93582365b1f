package dev.ipw.report.picture;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers in few digits, for labels of pictures. */
final class FigureNumbers {
    private static final MathContext DIGITS = new MathContext(3);

    private static final MathContext TICK_DIGITS = new MathContext(7);

    private FigureNumbers() {}

    /** Formats a number beside an axis, with enough digits to distinguish it from its neighbours. */
    static String ofTick(double value) {
        return of(value, TICK_DIGITS);
    }

    static String of(double value) {
        return of(value, DIGITS);
    }

    /** Rounds a number to a few digits. */
    static double rounded(double value) {
        return new BigDecimal(value).round(DIGITS).doubleValue();
    }

    private static String of(double value, MathContext digits) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        BigDecimal rounded = new BigDecimal(value).round(digits).stripTrailingZeros();
        boolean plain = value == 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e6);
        return plain ? rounded.setScale(Math.max(rounded.scale(), 0)).toPlainString() : rounded.toString();
    }
}
