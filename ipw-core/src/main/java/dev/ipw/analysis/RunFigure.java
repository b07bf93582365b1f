package dev.ipw.analysis;

import java.util.Locale;

/** Name a figure that a run has one of, so that runs can be set side by side. */
public enum RunFigure {
    /** The requests that were taken up over the measured stretch. */
    REQUESTS_PER_SECOND("1/s"),
    /** The tokens of all answers over the measured stretch. */
    SYSTEM_OUTPUT_TOKENS_PER_SECOND("tokens/s"),
    /** The median latency from the intended start. */
    TIME_FROM_INTENDED_START_P50("s"),
    /** The 90th percentile of the latency. */
    TIME_FROM_INTENDED_START_P90("s"),
    /** The 99th percentile of the latency. */
    TIME_FROM_INTENDED_START_P99("s"),
    /** The median time to the first token. */
    TIME_TO_FIRST_TOKEN_P50("s"),
    /** The 90th percentile of the time to the first token. */
    TIME_TO_FIRST_TOKEN_P90("s"),
    /** The 99th percentile of the time to the first token. */
    TIME_TO_FIRST_TOKEN_P99("s"),
    /** The median time per output token. */
    TIME_PER_OUTPUT_TOKEN_P50("s"),
    /** The 90th percentile of the time per output token. */
    TIME_PER_OUTPUT_TOKEN_P90("s"),
    /** The 99th percentile of the time per output token. */
    TIME_PER_OUTPUT_TOKEN_P99("s"),
    /** Requests that kept the service levels, over all. */
    GOODPUT_SHARE(""),
    /** Answers that kept the service levels, over the measured stretch. */
    GOODPUT_PER_SECOND("1/s"),
    /** All joules of the measured stretch over the answers that kept the service levels. */
    JOULES_PER_GOOD_ANSWER("J"),
    /** All joules of the measured stretch over the requests that were taken up. */
    JOULES_PER_QUERY("J"),
    /** All joules of the measured stretch over the tokens of all answers. */
    JOULES_PER_OUTPUT_TOKEN("J/token"),
    /** All joules of the measured stretch over its seconds. */
    WATTS("W"),
    /** Right answers over all that were scored. */
    ACCURACY(""),
    /** Accuracy over mean joules. */
    INTELLIGENCE_PER_JOULE("1/J"),
    /** Accuracy over the devices' watts. */
    INTELLIGENCE_PER_WATT("1/W");

    private final String unit;

    RunFigure(String unit) {
        this.unit = unit;
    }

    /**
     * Give the name used in files.
     *
     * @return lower case with underscores
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Give the unit.
     *
     * @return for example {@code s}; empty for a share
     */
    public String unit() {
        return unit;
    }
}
