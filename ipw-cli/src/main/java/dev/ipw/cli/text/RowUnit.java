package dev.ipw.cli.text;

import dev.ipw.analysis.AnalysisValue;

/**
 * The unit of a row of figures on a screen.
 *
 * @param factor the factor by which figures are multiplied
 * @param words  the unit after that
 */
public record RowUnit(double factor, String words) {
    private static final double MILLIS = 1e3;

    /** Returns milliseconds for seconds, and any other unit itself. */
    public static RowUnit of(AnalysisValue unit) {
        String words = FiguresText.text(unit);
        return words.equals("s") ? new RowUnit(MILLIS, "ms") : new RowUnit(1, words);
    }

    /** Formats a number in this unit, or a dash if unknown. */
    public String number(AnalysisValue value) {
        return FiguresText.number(value, factor);
    }
}
