package dev.ipw.quality.internal;

import dev.ipw.internal.number.SignificantDigits;
import java.util.OptionalDouble;

/** The texts of times for people. */
final class Wording {
    private Wording() {}

    /** Formats a time with three digits, in seconds from one second on, otherwise in milliseconds. */
    static String time(double seconds) {
        return seconds >= 1
                ? SignificantDigits.three(seconds) + " s"
                : SignificantDigits.three(seconds * 1e3) + " ms";
    }

    static String time(OptionalDouble seconds) {
        return time(seconds.orElse(0));
    }

    /** Formats a count of things, in the singular if it is one. */
    static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }
}
