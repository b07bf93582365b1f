package dev.ipw.telemetry.remote;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Hold one line of an exporter's page.
 *
 * @param metric what it is called
 * @param labels what tells it from others of that name
 * @param value  its value, which is finite
 */
record Series(String metric, Map<String, String> labels, double value) {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");

    Series {
        labels = Map.copyOf(labels);
    }

    /** Return a label that is there and says something. */
    Optional<String> label(String name) {
        return Optional.ofNullable(labels.get(name)).filter(text -> !text.isBlank());
    }

    /** Return a label that is a small whole number. */
    OptionalInt number(String name) {
        Optional<Integer> number = label(name).filter(text -> NUMBER.matcher(text).matches()).map(Integer::valueOf);
        return number.isPresent() ? OptionalInt.of(number.get()) : OptionalInt.empty();
    }
}
