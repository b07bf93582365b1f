package dev.ipw.benchmarks.document;

import java.time.Duration;

/**
 * Bound how much of a document is read. What is left out is said in its text.
 *
 * @param characters    the most characters of its text
 * @param pages         the most pages of a PDF
 * @param rows          the most rows of a sheet
 * @param columns       the columns of a sheet that are read, from the first
 * @param showsFormulas whether the formula of a cell stands behind its value
 * @param isChosen      whether the reader chooses pages and sheets, and is told to where there are more
 * @param timeout       the longest that it may take
 */
public record DocumentBounds(int characters, int pages, int rows, int columns, boolean showsFormulas, boolean isChosen,
        Duration timeout) {
    /** All of a document, as far as anything is read. */
    public static final DocumentBounds WHOLE = new DocumentBounds(2_000_000, 500, Integer.MAX_VALUE, Integer.MAX_VALUE,
            false, true, Duration.ofSeconds(60));

    DocumentBounds within(Duration time) {
        return new DocumentBounds(characters, pages, rows, columns, showsFormulas, isChosen, time);
    }
}
