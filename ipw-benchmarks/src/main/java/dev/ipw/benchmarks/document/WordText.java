package dev.ipw.benchmarks.document;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.apache.poi.openxml4j.exceptions.OpenXML4JException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.xwpf.extractor.XWPFWordExtractor;
import org.apache.poi.xwpf.usermodel.XWPFDocument;

/**
 * A reader of texts of Word: paragraphs, tables, headers, footers, footnotes and comments. There are no pages, which
 * only exist in print.
 */
final class WordText {
    private WordText() {}

    static void read(byte[] bytes, DocumentOutput output)
            throws DocumentException, IOException, OpenXML4JException {
        ZipBounds.check(bytes, true, output);
        try (OPCPackage parts = OPCPackage.open(new ByteArrayInputStream(bytes));
                XWPFDocument document = new XWPFDocument(parts);
                XWPFWordExtractor extractor = new XWPFWordExtractor(document)) {
            output.check();
            output.add(extractor.getText());
        }
    }
}
