package dev.ipw.benchmarks.document;

import java.time.Duration;

/**
 * The bounds on the reading of a document. Its text names the skipped parts.
 *
 * @param characters    the maximum number of characters of its text
 * @param pages         the maximum number of pages of a PDF
 * @param rows          the maximum number of rows of a sheet
 * @param columns       the columns of a sheet that are read, from the first
 * @param showsFormulas whether the formula of a cell is shown behind its value
 * @param isChosen      whether the reader chooses pages and sheets, and is asked to where there are more
 * @param timeout       the maximum time
 */
public record DocumentBounds(int characters, int pages, int rows, int columns, boolean showsFormulas, boolean isChosen,
        Duration timeout) {
    /** The bounds for a whole document, with limits only against unbounded size and time. */
    public static final DocumentBounds WHOLE = new DocumentBounds(2_000_000, 500, Integer.MAX_VALUE, Integer.MAX_VALUE,
            false, true, Duration.ofSeconds(60));

    DocumentBounds within(Duration time) {
        return new DocumentBounds(characters, pages, rows, columns, showsFormulas, isChosen, time);
    }
}
