package dev.ipw.benchmarks.document;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.xslf.usermodel.XMLSlideShow;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFTable;

/** Makes documents. */
public final class MadeDocuments {
    private MadeDocuments() {}

    /** Make a PDF with a page for each text. */
    public static byte[] pdf(String... pages) throws IOException {
        try (PDDocument document = pdfDocument(pages)) {
            return bytes(document);
        }
    }

    /** Make a PDF that is not closed. */
    public static PDDocument pdfDocument(String... pages) throws IOException {
        PDDocument document = new PDDocument();
        for (String text : pages) {
            PDPage page = new PDPage();
            document.addPage(page);
            try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                content.beginText();
                content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
                content.newLineAtOffset(50, 700);
                content.showText(text);
                content.endText();
            }
        }
        return document;
    }

    /** Write a PDF. */
    public static byte[] bytes(PDDocument document) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        document.save(out);
        return out.toByteArray();
    }

    /** Make a text of Word: a paragraph, a table, a paragraph. */
    public static byte[] docx() throws IOException {
        try (XWPFDocument document = new XWPFDocument(); ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            document.createParagraph().createRun().setText("First paragraph");
            XWPFTable table = document.createTable(1, 2);
            table.getRow(0).getCell(0).setText("left");
            table.getRow(0).getCell(1).setText("right");
            document.createParagraph().createRun().setText("Last paragraph");
            document.write(out);
            return out.toByteArray();
        }
    }

    /** Make a workbook of two sheets with a formula, a date and a gap. */
    public static byte[] xlsx() throws IOException {
        try (XSSFWorkbook book = new XSSFWorkbook(); ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            Sheet first = book.createSheet("Prices");
            Row row = first.createRow(0);
            row.createCell(0).setCellValue("name");
            row.createCell(2).setCellValue(2.5);
            row = first.createRow(4);
            CellStyle date = book.createCellStyle();
            date.setDataFormat(book.createDataFormat().getFormat("yyyy-mm-dd"));
            row.createCell(0).setCellValue(java.time.LocalDate.of(2026, 11, 25));
            row.getCell(0).setCellStyle(date);
            row.createCell(1).setCellFormula("1+2");
            row.createCell(100).setCellValue(true);
            book.getCreationHelper().createFormulaEvaluator().evaluateAll();
            book.createSheet("Other").createRow(0).createCell(0).setCellValue("only here");
            book.write(out);
            return out.toByteArray();
        }
    }

    /** Make a presentation with a slide for each text. */
    public static byte[] pptx(String... texts) throws IOException {
        try (XMLSlideShow show = new XMLSlideShow(); ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            for (String text : texts) {
                show.createSlide().createTextBox().setText(text);
            }
            show.write(out);
            return out.toByteArray();
        }
    }

    /** Put another entry in the place of one of a zip. */
    public static byte[] with(byte[] zip, String name, byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip));
                ZipOutputStream changed = new ZipOutputStream(out)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (!entry.getName().equals(name)) {
                    changed.putNextEntry(new ZipEntry(entry.getName()));
                    in.transferTo(changed);
                }
            }
            changed.putNextEntry(new ZipEntry(name));
            changed.write(content);
        }
        return out.toByteArray();
    }
}
