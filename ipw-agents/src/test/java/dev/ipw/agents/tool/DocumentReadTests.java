package dev.ipw.agents.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.internal.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.crypt.EncryptionMode;
import org.apache.poi.poifs.crypt.Encryptor;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.xslf.usermodel.XMLSlideShow;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFTable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class DocumentReadTests {
    private static final String SECRET = "top secret";

    @TempDir
    Path place;
    private Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectory(place.resolve("ws")).toRealPath();
    }

    private String read(String path, String... more) throws ToolException, InterruptedException {
        ObjectNode arguments = Json.object().put("path", path);
        for (int at = 0; at < more.length; at += 2) {
            arguments.put(more[at], more[at + 1]);
        }
        return new DocumentReadTool().use(ToolArguments.parse(arguments.toString()), new Workspace(folder, "t1"));
    }

    private void write(String name, byte[] bytes) throws IOException {
        Files.write(folder.resolve(name), bytes);
    }

    private static byte[] pdf(String... pages) throws IOException {
        try (PDDocument document = pdfDocument(pages)) {
            return bytes(document);
        }
    }

    private static PDDocument pdfDocument(String... pages) throws IOException {
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

    private static byte[] bytes(PDDocument document) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        document.save(out);
        return out.toByteArray();
    }

    private static byte[] docx() throws IOException {
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

    private static byte[] xlsx() throws IOException {
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

    private static byte[] pptx(String... texts) throws IOException {
        try (XMLSlideShow show = new XMLSlideShow(); ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            for (String text : texts) {
                show.createSlide().createTextBox().setText(text);
            }
            show.write(out);
            return out.toByteArray();
        }
    }

    /** Put another entry in the place of one of a zip. */
    private static byte[] with(byte[] zip, String name, byte[] content) throws IOException {
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

    @Test
    void readsThePagesOfAPdf() throws Exception {
        write("a.pdf", pdf("one fish", "two fish", "red fish"));

        assertThat(read("a.pdf")).isEqualTo(
                "[page 1 of 3]\none fish\n\n[page 2 of 3]\ntwo fish\n\n[page 3 of 3]\nred fish");
        assertThat(read("a.pdf", "pages", "2")).isEqualTo("[page 2 of 3]\ntwo fish");
        assertThat(read("a.pdf", "pages", "1, 3-9")).contains("one", "red").doesNotContain("two");
        assertThat(new DocumentReadTool().use(ToolArguments.parse("""
                {"path": "a.pdf", "offset": 14, "max_chars": 3}"""), new Workspace(folder, "t1")))
                .startsWith("one\n[characters 14 to 17 of ");
    }

    @Test
    void readsParagraphsAndTablesOfWord() throws Exception {
        write("any.name", docx());

        assertThat(read("any.name").lines()).containsSubsequence("First paragraph", "left\tright", "Last paragraph");
    }

    @Test
    void readsTheSheetsOfAWorkbookAsTheyAreShown() throws Exception {
        write("a.xlsx", xlsx());

        assertThat(read("a.xlsx")).isEqualTo("""
                [sheet 1: Prices]
                1\tname\t\t2.5
                5\t2026-11-25\t3\t[CW] TRUE

                [sheet 2: Other]
                1\tonly here""");
        assertThat(read("a.xlsx", "sheet", "other")).isEqualTo("[sheet 2: Other]\n1\tonly here");
        assertThat(read("a.xlsx", "sheet", "1")).contains("Prices").doesNotContain("only here");
    }

    @Test
    void readsTheSlidesOfAPresentation() throws Exception {
        write("a.pptx", pptx("Hello", "Goodbye"));

        assertThat(read("a.pptx")).isEqualTo("[slide 1 of 2]\nHello\n\n[slide 2 of 2]\nGoodbye");
        assertThat(read("a.pptx", "pages", "2")).isEqualTo("[slide 2 of 2]\nGoodbye");
    }

    @ParameterizedTest
    @CsvSource({"a.pdf,pages,9,3 pages", "a.pdf,pages,x,1,4-6", "a.pdf,pages,-1,1,4-6", "a.xlsx,sheet,None,Prices",
            "a.pptx,pages,4,2 slides", "missing.pdf,pages,1,no file", "../a.pdf,pages,1,outside",
            "text.txt,pages,1,file_read"})
    void saysWhatCannotBeChosen(String path, String argument, String value, String told) throws Exception {
        write("a.pdf", pdf("one", "two", "three"));
        write("a.xlsx", xlsx());
        write("a.pptx", pptx("one", "two"));
        write("text.txt", "plain".getBytes(StandardCharsets.UTF_8));

        assertThatExceptionOfType(ToolException.class).isThrownBy(() -> read(path, argument, value))
                .withMessageContaining(told);
    }

    @Test
    void saysThatAFileIsEncryptedOrOfAnOlderFormat() throws Exception {
        try (PDDocument document = pdfDocument(SECRET)) {
            StandardProtectionPolicy policy = new StandardProtectionPolicy("owner", "user", new AccessPermission());
            policy.setEncryptionKeyLength(128);
            document.protect(policy);
            write("locked.pdf", bytes(document));
        }
        try (POIFSFileSystem files = new POIFSFileSystem(); ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            Encryptor encryptor = new EncryptionInfo(EncryptionMode.agile).getEncryptor();
            encryptor.confirmPassword("user");
            try (OutputStream encrypted = encryptor.getDataStream(files)) {
                encrypted.write(xlsx());
            }
            files.writeFilesystem(out);
            write("locked.xlsx", out.toByteArray());
        }
        try (POIFSFileSystem files = new POIFSFileSystem(); ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            files.createDocument(new ByteArrayInputStream(new byte[5_000]), "WordDocument");
            files.writeFilesystem(out);
            write("old.doc", out.toByteArray());
        }

        for (String locked : Arrays.asList("locked.pdf", "locked.xlsx")) {
            assertThatExceptionOfType(ToolException.class).isThrownBy(() -> read(locked))
                    .withMessageContaining("encrypted with a password");
        }
        assertThatExceptionOfType(ToolException.class).isThrownBy(() -> read("old.doc"))
                .withMessageContaining("older format");
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 30, 50, 80, 99})
    void saysThatAFileIsDamagedHoweverMuchOfItIsThere(int percent) throws Exception {
        byte[][] whole = {pdf("one", "two"), docx(), xlsx(), pptx("one")};
        for (byte[] bytes : whole) {
            write("torn", Arrays.copyOf(bytes, bytes.length * percent / 100));
            try {
                // A PDF without its end may be mended.
                assertThat(read("torn")).startsWith("[page 1");
            } catch (ToolException told) {
                assertThat(told.getMessage()).startsWith("'torn' ");
            }
        }
    }

    @Test
    void refusesFilesThatGrowWithoutEnd() throws Exception {
        write("many.docx", manyEntries());
        write("huge.docx", with(docx(), "word/media/image1.png", new byte[200 << 20]));
        write("dense.docx", with(docx(), "word/media/image1.png", new byte[30 << 20]));
        write("rows.xlsx", with(xlsx(), "xl/sharedStrings.xml", new byte[200 << 20]));
        write("stream.pdf", packed(1, 200 << 20));
        write("twice.pdf", packed(2, 1 << 30));

        assertThatExceptionOfType(ToolException.class).isThrownBy(() -> read("many.docx"))
                .withMessageContaining("1000 files");
        for (String name : Arrays.asList("huge.docx", "dense.docx", "rows.xlsx", "stream.pdf", "twice.pdf")) {
            assertThatExceptionOfType(ToolException.class).as(name).isThrownBy(() -> read(name))
                    .withMessageContaining("grows");
        }
    }

    private static byte[] manyEntries() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("word/document.xml"));
            for (int entry = 0; entry < 1_001; entry++) {
                zip.putNextEntry(new ZipEntry("e" + entry));
            }
        }
        return out.toByteArray();
    }

    /** Make a PDF whose page is zeros, packed so many times over. */
    private static byte[] packed(int times, int zeros) throws IOException {
        byte[] content = deflated(zeros);
        for (int again = 1; again < times; again++) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
                deflater.write(content);
            }
            content = out.toByteArray();
        }
        try (PDDocument document = new PDDocument()) {
            PDPage page = new PDPage();
            document.addPage(page);
            COSStream stream = new COSStream();
            try (OutputStream raw = stream.createRawOutputStream()) {
                raw.write(content);
            }
            COSArray filters = new COSArray();
            for (int filter = 0; filter < times; filter++) {
                filters.add(COSName.FLATE_DECODE);
            }
            stream.setItem(COSName.FILTER, filters);
            page.setContents(new PDStream(stream));
            return bytes(document);
        }
    }

    private static byte[] deflated(int zeros) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(out, new Deflater(Deflater.BEST_SPEED))) {
            byte[] some = new byte[1 << 16];
            for (int written = 0; written < zeros; written += some.length) {
                deflater.write(some);
            }
        }
        return out.toByteArray();
    }

    @Test
    void followsNoEntityOfXml() throws Exception {
        Files.writeString(place.resolve("secret.txt"), SECRET);
        String document = """
                <?xml version="1.0"?><!DOCTYPE d [<!ENTITY x SYSTEM "%s">]>\
                <w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r>\
                <w:t>before &x; after</w:t></w:r></w:p></w:body></w:document>"""
                .formatted(place.resolve("secret.txt").toUri());
        StringBuilder laughs = new StringBuilder("<?xml version=\"1.0\"?><!DOCTYPE d [<!ENTITY a0 \"ha\">");
        for (int level = 1; level < 30; level++) {
            laughs.append("<!ENTITY a").append(level).append(" \"").append(("&a" + (level - 1) + ";").repeat(10))
                    .append("\">");
        }
        laughs.append(
                "]><sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><si><t>&a29;</t></si></sst>");
        write("entity.docx", with(docx(), "word/document.xml", document.getBytes(StandardCharsets.UTF_8)));
        write("laughs.xlsx",
                with(xlsx(), "xl/sharedStrings.xml", laughs.toString().getBytes(StandardCharsets.UTF_8)));

        for (String name : Arrays.asList("entity.docx", "laughs.xlsx")) {
            assertThatExceptionOfType(ToolException.class).isThrownBy(() -> read(name))
                    .satisfies(told -> assertThat(told.getMessage()).doesNotContain(SECRET));
        }
    }

    @Test
    void isNamedByTheToolThatReadsTexts() throws Exception {
        write("a.docx", docx());
        write("b.bin", new byte[]{(byte) 0xff, (byte) 0xfe, 0});

        for (String[] each : new String[][]{{"a.docx", "document_read"}, {"b.bin", "no text"}}) {
            assertThatExceptionOfType(ToolException.class).isThrownBy(() -> new FileReadTool().use(
                    ToolArguments.parse("{\"path\": \"" + each[0] + "\"}"), new Workspace(folder, "t1")))
                    .withMessageContaining(each[1]);
        }
    }
}
