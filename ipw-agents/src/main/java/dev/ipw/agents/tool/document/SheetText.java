package dev.ipw.agents.tool.document;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.poi.openxml4j.exceptions.OpenXML4JException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.ss.usermodel.DataFormatter;
import org.apache.poi.ss.util.CellReference;
import org.apache.poi.util.XMLHelper;
import org.apache.poi.xssf.eventusermodel.ReadOnlySharedStringsTable;
import org.apache.poi.xssf.eventusermodel.XSSFReader;
import org.apache.poi.xssf.eventusermodel.XSSFReader.SheetIterator;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler.SheetContentsHandler;
import org.apache.poi.xssf.usermodel.XSSFComment;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/** Reads workbooks of Excel as they stream by, a line for each row: its number, and its cells as they are shown. */
final class SheetText {
    private static final int MOST_CELLS = 500_000;
    /** A row with a wider gap than this names the column behind it. */
    private static final int WIDEST_GAP = 50;

    private SheetText() {}

    static void read(byte[] bytes, PageSelection selection, DocumentOutput output)
            throws DocumentException, IOException, OpenXML4JException, SAXException {
        ZipBounds.check(bytes, false, output);
        try (OPCPackage parts = OPCPackage.open(new ByteArrayInputStream(bytes))) {
            XSSFReader reader = new XSSFReader(parts);
            ReadOnlySharedStringsTable strings = new ReadOnlySharedStringsTable(parts, false);
            Rows rows = new Rows(output);
            List<String> names = new ArrayList<>();
            boolean isNone = true;
            SheetIterator sheets = (SheetIterator) reader.getSheetsData();
            while (sheets.hasNext()) {
                try (InputStream sheet = sheets.next()) {
                    names.add(sheets.getSheetName());
                    if (selection.holdsSheet(names.size(), sheets.getSheetName())) {
                        isNone = false;
                        output.add("[sheet " + names.size() + ": " + sheets.getSheetName() + "]\n");
                        parse(sheet, new XSSFSheetXMLHandler(reader.getStylesTable(), null, strings, rows,
                                new DataFormatter(Locale.US), false));
                        output.add("\n");
                    }
                }
            }
            if (isNone) {
                throw new DocumentException("has the sheets " + names + ", and none of those that were asked for");
            }
        }
    }

    private static void parse(InputStream sheet, XSSFSheetXMLHandler handler) throws IOException, SAXException {
        try {
            XMLReader parser = XMLHelper.newXMLReader();
            parser.setContentHandler(handler);
            parser.parse(new InputSource(sheet));
        } catch (ParserConfigurationException unusable) {
            throw new IOException("the XML parser of this Java runtime cannot be used", unusable);
        }
    }

    /** Writes rows. */
    private static final class Rows implements SheetContentsHandler {
        private final DocumentOutput output;
        private final StringBuilder line = new StringBuilder();
        private int column;
        private int cells;

        Rows(DocumentOutput output) {
            this.output = output;
        }

        @Override
        public void startRow(int row) {
            line.setLength(0);
            line.append(row + 1);
            column = -1;
        }

        @Override
        public void cell(@Nullable String reference, @Nullable String value, @Nullable XSSFComment comment) {
            cells++;
            if (cells > MOST_CELLS) {
                output.endWith("[the workbook has more cells; only the first " + MOST_CELLS
                        + " are read: choose a sheet]");
            }
            int at = reference == null ? column + 1 : new CellReference(reference).getCol();
            int gap = at - column;
            line.append("\t".repeat(gap > WIDEST_GAP || gap < 1 ? 1 : gap));
            if (gap > WIDEST_GAP) {
                line.append('[').append(CellReference.convertNumToColString(at)).append("] ");
            }
            line.append(value == null ? "" : value.replaceAll("[\\t\\r\\n]+", " "));
            column = at;
        }

        @Override
        public void endRow(int row) {
            output.add(line.append('\n').toString());
        }
    }
}
