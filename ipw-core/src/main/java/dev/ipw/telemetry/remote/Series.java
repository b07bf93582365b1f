package dev.ipw.telemetry.remote;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * One line of an exporter's page.
 *
 * @param metric     the name of its metric
 * @param labels     the labels that distinguish it from other lines of that metric
 * @param value      its value, which is finite
 * @param epochNanos the time of the reading by another machine's clock; empty if the line has none
 */
record Series(String metric, Map<String, String> labels, double value, OptionalLong epochNanos) {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");

    Series(String metric, Map<String, String> labels, double value) {
        this(metric, labels, value, OptionalLong.empty());
    }

    Series {
        labels = Map.copyOf(labels);
    }

    /** Returns the same series with another value and time. */
    Series with(double otherValue, OptionalLong time) {
        return new Series(metric, labels, otherValue, time);
    }

    /** Returns a label that is present and not blank. */
    Optional<String> label(String name) {
        return Optional.ofNullable(labels.get(name)).filter(text -> !text.isBlank());
    }

    /** Returns a label whose value is a small whole number. */
    OptionalInt number(String name) {
        Optional<Integer> number = label(name).filter(text -> NUMBER.matcher(text).matches()).map(Integer::valueOf);
        return number.isPresent() ? OptionalInt.of(number.get()) : OptionalInt.empty();
    }
}
