package dev.ipw.analysis;

import java.util.Locale;
import org.apiguardian.api.API;

/** The figures of a whole run, by which runs are compared. */
@API(status = API.Status.EXPERIMENTAL)
public enum RunFigure {
    /** The requests that a random load offered, by their intended starts. */
    OFFERED_PER_SECOND("1/s", "offered/s"),
    /** Whole answers over the measurement window. */
    REQUESTS_PER_SECOND("1/s", "requests/s"),
    /** Requests without a whole answer over the measurement window. */
    FAILED_PER_SECOND("1/s", "failed/s"),
    /** The tokens of all answers over the measurement window. */
    SYSTEM_OUTPUT_TOKENS_PER_SECOND("tokens/s", "tokens/s"),
    /** The median latency from the intended start. */
    TIME_FROM_INTENDED_START_P50("s", "latency p50"),
    /** The 90th percentile of the latency. */
    TIME_FROM_INTENDED_START_P90("s", "latency p90"),
    /** The 99th percentile of the latency. */
    TIME_FROM_INTENDED_START_P99("s", "latency p99"),
    /** The median time to the first token. */
    TIME_TO_FIRST_TOKEN_P50("s", "TTFT p50"),
    /** The 90th percentile of the time to the first token. */
    TIME_TO_FIRST_TOKEN_P90("s", "TTFT p90"),
    /** The 99th percentile of the time to the first token. */
    TIME_TO_FIRST_TOKEN_P99("s", "TTFT p99"),
    /** The median time per output token. */
    TIME_PER_OUTPUT_TOKEN_P50("s", "TPOT p50"),
    /** The 90th percentile of the time per output token. */
    TIME_PER_OUTPUT_TOKEN_P90("s", "TPOT p90"),
    /** The 99th percentile of the time per output token. */
    TIME_PER_OUTPUT_TOKEN_P99("s", "TPOT p99"),
    /** Requests that met the service levels, over all. */
    GOODPUT_SHARE("", "good"),
    /** Answers that met the service levels, over the measurement window. */
    GOODPUT_PER_SECOND("1/s", "good/s"),
    /** All joules of the measurement window over the answers that met the service levels. */
    JOULES_PER_GOOD_ANSWER("J", "J/good answer"),
    /** All joules of the measurement window over the requests that were sent. */
    JOULES_PER_QUERY("J", "J/query"),
    /** All joules of the measurement window over the tokens of all answers. */
    JOULES_PER_OUTPUT_TOKEN("J/token", "J/token"),
    /** All joules of the measurement window over its seconds. */
    DEVICE_WATTS("W", "W"),
    /** Right answers over all that were scored. */
    ACCURACY("", "accuracy"),
    /** Accuracy over joules per query. */
    INTELLIGENCE_PER_JOULE("1/J", "IPJ"),
    /** Accuracy over the devices' watts. */
    DEVICE_INTELLIGENCE_PER_WATT("1/W", "IPW");

    private final String unit;
    private final String words;

    RunFigure(String unit, String words) {
        this.unit = unit;
        this.words = words;
    }

    /**
     * Returns the label of screens, reports and pictures. No other figure has it.
     *
     * @return for example {@code J/query}
     */
    public String words() {
        return words;
    }

    /**
     * Returns the name used in files.
     *
     * @return lower case with underscores
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the unit.
     *
     * @return for example {@code s}; empty for a share
     */
    public String unit() {
        return unit;
    }

    /**
     * Returns the scale in which people read the figure.
     *
     * @return percent for a share, and the unit itself for the others
     */
    public FigureScale scale() {
        return this == ACCURACY || this == GOODPUT_SHARE ? FigureScale.PERCENT : FigureScale.UNIT;
    }

    /**
     * Returns the unit beside a value on a screen. Words such as {@code J/token} and {@code requests/s} have the rest of
     * the unit.
     *
     * @return for example {@code J}; empty if the words have all of it
     */
    public String shownUnit() {
        return switch (this) {
            case GOODPUT_SHARE, ACCURACY -> "%";
            case JOULES_PER_OUTPUT_TOKEN -> "J";
            case OFFERED_PER_SECOND, REQUESTS_PER_SECOND, FAILED_PER_SECOND, GOODPUT_PER_SECOND,
                    SYSTEM_OUTPUT_TOKENS_PER_SECOND, INTELLIGENCE_PER_JOULE, DEVICE_INTELLIGENCE_PER_WATT ->
                "";
            default -> unit;
        };
    }
}
