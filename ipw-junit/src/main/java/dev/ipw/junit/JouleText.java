package dev.ipw.junit;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.Locale;

/** Joules formatted for a person. */
final class JouleText {
    private JouleText() {}

    static String of(double joules) {
        return number(joules) + " J";
    }

    static String of(Interval interval) {
        return "[" + number(interval.low()) + ", " + number(interval.high()) + "] J";
    }

    /** Formats for example {@code 2.513 J [2.434, 2.597]}. */
    static String of(Estimate estimate) {
        return of(estimate.value()) + " [" + number(estimate.interval().low()) + ", "
                + number(estimate.interval().high()) + "]";
    }

    static String number(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "unbounded" : "-unbounded";
        }
        return value == 0 ? "0" : String.format(Locale.ROOT, "%.4g", value);
    }
}
