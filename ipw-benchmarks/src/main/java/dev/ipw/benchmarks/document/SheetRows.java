package dev.ipw.benchmarks.document;

import org.apache.poi.ss.util.CellReference;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler.SheetContentsHandler;
import org.apache.poi.xssf.usermodel.XSSFComment;
import org.jspecify.annotations.Nullable;

/** A writer of the rows of the sheets of a workbook, up to the bounds of each sheet. */
final class SheetRows implements SheetContentsHandler {
    private static final int MAX_CELLS = 500_000;
    /** A row with a wider gap than this names the column behind it. */
    private static final int WIDEST_GAP = 50;

    private final DocumentOutput output;
    private final StringBuilder line = new StringBuilder();
    private int column;
    private int cells;
    private int rows;
    private int lastColumn;
    private String formula = "";

    SheetRows(DocumentOutput output) {
        this.output = output;
    }

    void beginSheet() {
        rows = 0;
        lastColumn = 0;
    }

    /** Notes the skipped parts of the sheet. */
    void finishSheet() {
        int most = output.bounds().rows();
        if (rows > most) {
            output.note("[" + (rows - most) + " more rows are left out]");
        }
        int columns = output.bounds().columns();
        if (lastColumn >= columns) {
            output.note("[columns " + CellReference.convertNumToColString(columns) + " to "
                    + CellReference.convertNumToColString(lastColumn) + " are left out]");
        }
    }

    @Override
    public void startRow(int row) {
        rows++;
        line.setLength(0);
        line.append(row + 1);
        column = -1;
    }

    /** Keeps the formula of the cell that follows. */
    void formula(String text) {
        formula = text;
    }

    /** Writes a cell that has only a formula: its value was never calculated. */
    void endCell(@Nullable String reference) {
        if (!formula.isEmpty()) {
            cell(reference, null, null);
        }
    }

    @Override
    public void cell(@Nullable String reference, @Nullable String value, @Nullable XSSFComment comment) {
        String behind = formula.isEmpty() ? "" : "{=" + formula + "}";
        formula = "";
        cells++;
        if (cells > MAX_CELLS) {
            output.endWith("[the workbook has more cells; only the first " + MAX_CELLS + " are read"
                    + (output.bounds().isChosen() ? ": choose a sheet]" : "]"));
        }
        int at = reference == null ? column + 1 : new CellReference(reference).getCol();
        lastColumn = Math.max(lastColumn, at);
        if (rows > output.bounds().rows() || at >= output.bounds().columns()) {
            return;
        }
        int gap = at - column;
        line.append("\t".repeat(gap > WIDEST_GAP || gap < 1 ? 1 : gap));
        if (gap > WIDEST_GAP) {
            line.append('[').append(CellReference.convertNumToColString(at)).append("] ");
        }
        String shown = value == null ? "" : value;
        line.append((shown + (shown.isEmpty() || behind.isEmpty() ? "" : " ") + behind)
                .replaceAll("[\\t\\r\\n]+", " "));
        column = at;
    }

    @Override
    public void endRow(int row) {
        if (rows <= output.bounds().rows()) {
            output.add(line.append('\n').toString());
        }
    }
}
