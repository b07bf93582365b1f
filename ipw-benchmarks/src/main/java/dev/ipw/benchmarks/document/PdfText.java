package dev.ipw.benchmarks.document;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;

/** A reader of PDF, page by page. Pages that are pictures have no text. */
final class PdfText {
    private static final int MAX_GLYPHS = 2_000_000;

    private PdfText() {}

    static void read(byte[] bytes, PageSelection selection, DocumentOutput output)
            throws DocumentException, IOException {
        PdfBounds.checkPacked(bytes, output);
        try (PDDocument document = Loader.loadPDF(bytes)) {
            PdfBounds.check(document, output);
            int count = document.getNumberOfPages();
            int read = 0;
            for (int page = 1; page <= count; page++) {
                if (selection.holds(page)) {
                    read++;
                    if (read > output.bounds().pages()) {
                        output.endWith(leftOut(page, count, output.bounds()));
                    }
                    output.add(
                            "[page " + page + " of " + count + "]\n" + text(document, page, output).strip() + "\n\n");
                }
            }
            if (read == 0) {
                throw new DocumentException("has " + count + " pages, and none of those that were asked for");
            }
        }
    }

    private static String leftOut(int page, int count, DocumentBounds bounds) {
        return bounds.isChosen()
                ? "[only " + bounds.pages() + " pages are read at once; choose pages from " + page + " on]"
                : "[only " + bounds.pages() + " pages are read; those from " + page + " to " + count
                        + " are left out]";
    }

    private static String text(PDDocument document, int page, DocumentOutput output) throws IOException {
        PDFTextStripper stripper = new Stripper(output);
        stripper.setStartPage(page);
        stripper.setEndPage(page);
        StringWriter text = new StringWriter();
        stripper.writeText(document, text);
        return text.toString();
    }

    /** A stripper that ends at the time limit: a small page may draw itself without end. */
    private static final class Stripper extends PDFTextStripper {
        private final DocumentOutput bounds;
        private long glyphs;

        Stripper(DocumentOutput bounds) {
            this.bounds = bounds;
        }

        @Override
        protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
            bounds.check();
            super.processOperator(operator, operands);
        }

        @Override
        protected void processTextPosition(TextPosition position) {
            glyphs++;
            if (glyphs > MAX_GLYPHS) {
                bounds.endWith("[a page holds more than " + MAX_GLYPHS
                        + " characters and is not read]");
            }
            super.processTextPosition(position);
        }
    }
}
