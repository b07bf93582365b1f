package dev.ipw.analysis.definition;

import java.util.Locale;

/** The metrics that tools measure, each by its own definition. */
enum Metric {
    TIME_TO_FIRST_TOKEN("s"),
    INTER_TOKEN_LATENCY("s"),
    TIME_PER_OUTPUT_TOKEN("s"),
    END_TO_END_LATENCY("s"),
    OUTPUT_TOKENS_PER_SECOND_PER_USER("tokens/s"),
    SYSTEM_OUTPUT_TOKENS_PER_SECOND("tokens/s");

    private final String unit;

    Metric(String unit) {
        this.unit = unit;
    }

    String unit() {
        return unit;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
