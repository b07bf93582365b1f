package dev.ipw.analysis.pareto;

import java.util.Locale;

/** Name what a query costs. */
enum Resource {
    JOULES("joules_per_query"), USD("usd_per_query"), SECONDS("seconds_per_query");

    private final String key;

    Resource(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
