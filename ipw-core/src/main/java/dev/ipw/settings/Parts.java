package dev.ipw.settings;

import dev.ipw.error.ConfigurationException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Checks and joins that several settings share. */
final class Parts {
    private static final double NANOS = 1e9;

    private Parts() {}

    static Map<String, String> joined(Map<String, String> before, Map<String, String> more) {
        Map<String, String> both = new LinkedHashMap<>(before);
        both.putAll(more);
        return both;
    }

    static int atLeast(int least, String name, int value) {
        if (value < least) {
            throw new ConfigurationException(name + " must be at least " + least + ", not " + value);
        }
        return value;
    }

    static double seconds(Duration time) {
        return time.toNanos() / NANOS;
    }
}
