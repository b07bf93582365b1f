package dev.ipw.cli.text;

import dev.ipw.record.Dimension;
import java.util.Map;

/** Abbreviated names of the figures of a query, for narrow screens. */
public final class BriefNames {
    private static final Map<Dimension, String> NAMES = Map.of(Dimension.TIME_FROM_INTENDED_START, "latency",
            Dimension.TOTAL_TIME, "service time", Dimension.TIME_TO_FIRST_TOKEN, "TTFT",
            Dimension.TIME_PER_OUTPUT_TOKEN, "TPOT", Dimension.OUTPUT_TOKENS_PER_SECOND, "tokens/s",
            Dimension.OUTPUT_TOKENS, "tokens");

    private BriefNames() {}

    /** Returns the abbreviation of a figure's name, or the name if it has none. */
    public static String of(Dimension dimension) {
        return NAMES.getOrDefault(dimension, dimension.words());
    }
}
