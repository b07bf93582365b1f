package dev.ipw.benchmarks.document;

import dev.ipw.benchmarks.document.DocumentOutput.EndException;
import dev.ipw.internal.io.FailureText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.poi.openxml4j.exceptions.OpenXML4JException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.sl.extractor.SlideShowExtractor;
import org.apache.poi.xslf.usermodel.XMLSlideShow;
import org.apache.poi.xslf.usermodel.XSLFShape;
import org.apache.poi.xslf.usermodel.XSLFSlide;
import org.apache.poi.xslf.usermodel.XSLFTextParagraph;
import org.apache.poi.xwpf.extractor.XWPFWordExtractor;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.xml.sax.SAXException;

/**
 * A reader of the text of documents: PDF, Word, Excel and PowerPoint. Their content is not trusted: their size is
 * bounded before anything is unpacked, external entities are not followed, and no reading takes longer than a minute,
 * or than its bounds allow.
 */
public final class DocumentReader {
    /** The maximum number of bytes of a document. */
    public static final int MAX_BYTES = 20 << 20;
    private static final int HEAD_BYTES = 1024;

    private DocumentReader() {}

    /**
     * Reads a document.
     *
     * @param bytes     the file
     * @param selection which of its pages, slides or sheets
     * @return its text, each page, slide or sheet below a line that names it; empty if it is not a document of these
     *         kinds
     * @throws DocumentException    if it is damaged, encrypted, too large or of an older format
     * @throws InterruptedException if the thread is interrupted during the reading
     */
    public static Optional<String> read(byte[] bytes, PageSelection selection)
            throws DocumentException, InterruptedException {
        return read(bytes, selection, DocumentBounds.WHOLE);
    }

    /**
     * Returns whether bytes begin like a document of a supported kind. Nothing is unpacked.
     *
     * @param bytes the file
     * @return true if they begin like one
     */
    public static boolean isDocument(byte[] bytes) {
        String head = new String(bytes, 0, Math.min(bytes.length, HEAD_BYTES), StandardCharsets.ISO_8859_1);
        return head.startsWith("PK\u0003\u0004") || head.contains("%PDF-")
                || head.startsWith("\u00d0\u00cf\u0011\u00e0");
    }

    /**
     * Reads a document within bounds.
     *
     * @param bytes     the file
     * @param selection which of its pages, slides or sheets
     * @param bounds    the bounds
     * @return its text, as for {@link #read(byte[], PageSelection)}
     * @throws DocumentException    if it is damaged, encrypted, too large or of an older format
     * @throws InterruptedException if the thread is interrupted during the reading
     */
    public static Optional<String> read(byte[] bytes, PageSelection selection, DocumentBounds bounds)
            throws DocumentException, InterruptedException {
        if (bytes.length > MAX_BYTES) {
            throw new DocumentException("is larger than " + (MAX_BYTES >> 20) + " MiB, the most that is read");
        }
        Optional<DocumentKind> kind = DocumentKind.of(bytes);
        if (kind.isEmpty()) {
            return Optional.empty();
        }
        DocumentOutput output = new DocumentOutput(bounds);
        try {
            switch (kind.get()) {
                case PDF -> PdfText.read(bytes, selection, output);
                case DOCX -> WordText.read(bytes, output);
                case XLSX -> SheetText.read(bytes, selection, output);
                case PPTX -> SlideText.read(bytes, selection, output);
            }
        } catch (EndException end) {
            if (end.isInterrupted()) {
                Thread.interrupted();
                throw new InterruptedException("the reading of a document was cancelled");
            }
            if (end.isLate()) {
                throw new DocumentException("takes longer to read than " + bounds.timeout().toSeconds() + " s");
            }
        } catch (InvalidPasswordException encrypted) {
            throw new DocumentException("is encrypted with a password, so it cannot be read", encrypted);
        } catch (IOException | OpenXML4JException | SAXException | RuntimeException | StackOverflowError damaged) {
            throw new DocumentException("is damaged or cannot be read: "
                    + FailureText.of(damaged),
                    damaged);
        }
        return Optional.of(output.text().strip());
    }

    /**
     * A reader of texts of Word: paragraphs, tables, headers, footers, footnotes and comments. There are no pages, which
     * only exist in print.
     */
    private static final class WordText {
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

    /** A reader of presentations of PowerPoint, slide by slide, with the speaker's notes. */
    private static final class SlideText {
        static void read(byte[] bytes, PageSelection selection, DocumentOutput output)
                throws DocumentException, IOException, OpenXML4JException {
            ZipBounds.check(bytes, true, output);
            try (OPCPackage parts = OPCPackage.open(new ByteArrayInputStream(bytes));
                    XMLSlideShow show = new XMLSlideShow(parts);
                    SlideShowExtractor<XSLFShape, XSLFTextParagraph> extractor = new SlideShowExtractor<>(show)) {
                extractor.setSlidesByDefault(true);
                extractor.setNotesByDefault(true);
                int count = show.getSlides().size();
                boolean isNone = true;
                for (XSLFSlide slide : show.getSlides()) {
                    int number = slide.getSlideNumber();
                    if (selection.holds(number)) {
                        isNone = false;
                        output.add("[slide " + number + " of " + count + "]\n" + extractor.getText(slide).strip()
                                + "\n\n");
                    }
                }
                if (isNone) {
                    throw new DocumentException("has " + count + " slides, and none of those that were asked for");
                }
            }
        }
    }
}
