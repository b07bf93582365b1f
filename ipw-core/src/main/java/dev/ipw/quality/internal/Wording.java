package dev.ipw.quality.internal;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.OptionalDouble;

/** The texts of times for people. */
final class Wording {
    private static final MathContext DIGITS = new MathContext(3);

    private Wording() {}

    /** Formats a time with three digits, in seconds from one second on, otherwise in milliseconds. */
    static String time(double seconds) {
        return seconds >= 1 ? number(seconds) + " s" : number(seconds * 1e3) + " ms";
    }

    static String time(OptionalDouble seconds) {
        return time(seconds.orElse(0));
    }

    /** Formats a count of things, in the singular if it is one. */
    static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    private static String number(double value) {
        BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        return (rounded.scale() < 0 ? rounded.setScale(0) : rounded).toPlainString();
    }
}
