package dev.ipw.report;

import dev.ipw.record.Dimension;
import dev.ipw.report.findings.RunFindings;
import dev.ipw.results.RunReader;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One run of a report.
 *
 * @param index    its number, which determines its colour and its key
 * @param name     its name in the report
 * @param run      the run
 * @param rows     its queries
 * @param findings the results of the analyses
 */
record ReportedRun(int index, String name, RunReader run, RunRows rows, RunFindings findings) {
    /** The dimensions in distribution and relation charts. */
    static final List<Dimension> SHOWN = List.of(Dimension.TIME_FROM_INTENDED_START, Dimension.TIME_TO_FIRST_TOKEN,
            Dimension.TIME_PER_OUTPUT_TOKEN, Dimension.OUTPUT_TOKENS_PER_SECOND, Dimension.ENERGY_JOULES,
            Dimension.ENERGY_PER_OUTPUT_TOKEN_JOULES, Dimension.POWER_WATTS, Dimension.INPUT_TOKENS,
            Dimension.OUTPUT_TOKENS);

    /** Returns a dimension's name for a person. */
    static String words(Dimension dimension) {
        return switch (dimension) {
            case TIME_FROM_INTENDED_START -> "Latency from the intended start";
            case ENERGY_JOULES -> "Energy of a query, its share";
            case POWER_WATTS -> "Power of a query, its share";
            case ENERGY_PER_OUTPUT_TOKEN_JOULES -> "Energy per output token, a query's share";
            default -> words(dimension.label());
        };
    }

    /** Returns the name of a dimension or of another figure for a person. */
    static String wordsOf(String label) {
        return Arrays.stream(Dimension.values()).filter(dimension -> dimension.label().equals(label)).findFirst()
                .map(ReportedRun::words).orElseGet(() -> words(label));
    }

    /** Formats a key for a person: spaces, and an initial capital. */
    static String words(String label) {
        String spaced = label.replace('_', ' ');
        return spaced.isEmpty()
                ? spaced
                : spaced.substring(0, 1).toUpperCase(Locale.ROOT) + spaced.substring(1);
    }
}
