package dev.ipw.analysis;

import java.util.Objects;

/**
 * Hold a single figure of an analysis.
 *
 * @param column its name, label and unit
 * @param value  what was found
 */
public record AnalysisFigure(AnalysisColumn column, AnalysisValue value) {
    /** Refuse nulls, and a value of another kind. */
    public AnalysisFigure {
        Objects.requireNonNull(column, "column");
        AnalysisTable.requireKind(column, value);
    }
}
