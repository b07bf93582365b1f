package dev.ipw.benchmarks.document;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.apache.poi.openxml4j.exceptions.OpenXML4JException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.sl.extractor.SlideShowExtractor;
import org.apache.poi.xslf.usermodel.XMLSlideShow;
import org.apache.poi.xslf.usermodel.XSLFShape;
import org.apache.poi.xslf.usermodel.XSLFSlide;
import org.apache.poi.xslf.usermodel.XSLFTextParagraph;

/** A reader of presentations of PowerPoint, slide by slide, with the speaker's notes. */
final class SlideText {
    private SlideText() {}

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
                    output.add("[slide " + number + " of " + count + "]\n" + extractor.getText(slide).strip() + "\n\n");
                }
            }
            if (isNone) {
                throw new DocumentException("has " + count + " slides, and none of those that were asked for");
            }
        }
    }
}
