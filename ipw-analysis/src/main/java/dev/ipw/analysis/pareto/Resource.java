package dev.ipw.analysis.pareto;

import java.util.Locale;

/** The resources that a query costs. */
enum Resource {
    JOULES("joules_per_query", "J"), USD("usd_per_query", "USD"), SECONDS("seconds_per_query", "s");

    private final String key;
    private final String unit;

    Resource(String key, String unit) {
        this.key = key;
        this.unit = unit;
    }

    String unit() {
        return unit;
    }

    String key() {
        return key;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
