package dev.ipw.benchmarks.document;

import org.apache.poi.ss.usermodel.DataFormatter;
import org.apache.poi.xssf.eventusermodel.ReadOnlySharedStringsTable;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler;
import org.apache.poi.xssf.model.StylesTable;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;

/** A handler that passes on the formulas of cells beside their values, if requested. POI passes on only one of both. */
final class SheetHandler extends XSSFSheetXMLHandler {
    private static final int MAX_CHARACTERS = 500;
    private static final String CELL = "c";
    private static final String FORMULA = "f";

    private final SheetRows rows;
    private final boolean showsFormulas;
    private final StringBuilder formula = new StringBuilder();
    private boolean isInFormula;
    private @Nullable String reference;

    SheetHandler(StylesTable styles, ReadOnlySharedStringsTable strings, SheetRows rows, DataFormatter formatter,
            boolean showsFormulas) {
        super(styles, null, strings, rows, formatter, false);
        this.rows = rows;
        this.showsFormulas = showsFormulas;
    }

    @Override
    public void startElement(String uri, String localName, String qName, Attributes attributes) throws SAXException {
        if (CELL.equals(localName)) {
            reference = attributes.getValue("r");
        } else if (FORMULA.equals(localName)) {
            isInFormula = true;
            formula.setLength(0);
        }
        super.startElement(uri, localName, qName, attributes);
    }

    @Override
    public void characters(char[] letters, int start, int length) throws SAXException {
        if (isInFormula && formula.length() < MAX_CHARACTERS) {
            formula.append(letters, start, Math.min(length, MAX_CHARACTERS - formula.length()));
        }
        super.characters(letters, start, length);
    }

    @Override
    public void endElement(String uri, String localName, String qName) throws SAXException {
        if (FORMULA.equals(localName)) {
            isInFormula = false;
            if (showsFormulas) {
                // Only the first of the cells that share a formula has its text.
                rows.formula(formula.isEmpty() ? "(as in a cell before)" : formula.toString().strip());
            }
        }
        super.endElement(uri, localName, qName);
        if (CELL.equals(localName)) {
            rows.endCell(reference);
        }
    }
}
