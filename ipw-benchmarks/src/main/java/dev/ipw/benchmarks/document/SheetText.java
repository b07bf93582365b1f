package dev.ipw.benchmarks.document;

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
import org.apache.poi.util.XMLHelper;
import org.apache.poi.xssf.eventusermodel.ReadOnlySharedStringsTable;
import org.apache.poi.xssf.eventusermodel.XSSFReader;
import org.apache.poi.xssf.eventusermodel.XSSFReader.SheetIterator;
import org.xml.sax.ContentHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/** A streaming reader of Excel workbooks, with a line for each row: its number, and its cells as Excel shows them. */
final class SheetText {
    private SheetText() {}

    static void read(byte[] bytes, PageSelection selection, DocumentOutput output)
            throws DocumentException, IOException, OpenXML4JException, SAXException {
        ZipBounds.check(bytes, false, output);
        try (OPCPackage parts = OPCPackage.open(new ByteArrayInputStream(bytes))) {
            XSSFReader reader = new XSSFReader(parts);
            ReadOnlySharedStringsTable strings = new ReadOnlySharedStringsTable(parts, false);
            SheetRows rows = new SheetRows(output);
            List<String> names = new ArrayList<>();
            boolean isNone = true;
            SheetIterator sheets = (SheetIterator) reader.getSheetsData();
            while (sheets.hasNext()) {
                try (InputStream sheet = sheets.next()) {
                    names.add(sheets.getSheetName());
                    if (selection.holdsSheet(names.size(), sheets.getSheetName())) {
                        isNone = false;
                        output.add("[sheet " + names.size() + ": " + sheets.getSheetName() + "]\n");
                        rows.beginSheet();
                        parse(sheet, new SheetHandler(reader.getStylesTable(), strings, rows,
                                new DataFormatter(Locale.US), output.bounds().showsFormulas()));
                        rows.finishSheet();
                        output.add("\n");
                    }
                }
            }
            if (isNone) {
                throw new DocumentException("has the sheets " + names + ", and none of those that were asked for");
            }
        }
    }

    private static void parse(InputStream sheet, ContentHandler handler) throws IOException, SAXException {
        try {
            XMLReader parser = XMLHelper.newXMLReader();
            parser.setContentHandler(handler);
            parser.parse(new InputSource(sheet));
        } catch (ParserConfigurationException unusable) {
            throw new IOException("the XML parser of this Java runtime cannot be used", unusable);
        }
    }
}
