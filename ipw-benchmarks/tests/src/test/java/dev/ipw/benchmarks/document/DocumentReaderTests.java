package dev.ipw.benchmarks.document;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.crypt.EncryptionMode;
import org.apache.poi.poifs.crypt.Encryptor;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("process")
class DocumentReaderTests {
    private static final String SECRET = "top secret";
    private static final DocumentBounds WHOLE = DocumentBounds.WHOLE.within(Duration.ofHours(1));

    @TempDir
    Path place;
    private Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectory(place.resolve("ws")).toRealPath();
    }

    private String read(String path, String... more) throws DocumentException, InterruptedException, IOException {
        List<String> arguments = List.of(more);
        return DocumentReader.read(Files.readAllBytes(folder.resolve(path)),
                PageSelection.of(given(arguments, "pages"), given(arguments, "sheet")), WHOLE).orElseThrow();
    }

    private static Optional<String> given(List<String> arguments, String name) {
        int at = arguments.indexOf(name);
        return at < 0 ? Optional.empty() : Optional.of(arguments.get(at + 1));
    }

    private void write(String name, byte[] bytes) throws IOException {
        Files.write(folder.resolve(name), bytes);
    }

    @Test
    void readsThePagesOfAPdf() throws Exception {
        write("a.pdf", MadeDocuments.pdf("one fish", "two fish", "red fish"));

        assertThat(read("a.pdf")).isEqualTo(
                "[page 1 of 3]\none fish\n\n[page 2 of 3]\ntwo fish\n\n[page 3 of 3]\nred fish");
        assertThat(read("a.pdf", "pages", "2")).isEqualTo("[page 2 of 3]\ntwo fish");
        assertThat(read("a.pdf", "pages", "1, 3-9")).contains("one", "red").doesNotContain("two");
    }

    @Test
    void readsParagraphsAndTablesOfWord() throws Exception {
        write("any.name", MadeDocuments.docx());

        assertThat(read("any.name").lines()).containsSubsequence("First paragraph", "left\tright", "Last paragraph");
    }

    @Test
    void readsTheSheetsOfAWorkbookAsTheyAreShown() throws Exception {
        write("a.xlsx", MadeDocuments.xlsx());

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
        write("a.pptx", MadeDocuments.pptx("Hello", "Goodbye"));

        assertThat(read("a.pptx")).isEqualTo("[slide 1 of 2]\nHello\n\n[slide 2 of 2]\nGoodbye");
        assertThat(read("a.pptx", "pages", "2")).isEqualTo("[slide 2 of 2]\nGoodbye");
    }

    @ParameterizedTest
    @CsvSource({"a.pdf,pages,9,3 pages", "a.pdf,pages,x,1,4-6", "a.pdf,pages,-1,1,4-6", "a.xlsx,sheet,None,Prices",
            "a.pptx,pages,4,2 slides"})
    void saysWhatCannotBeChosen(String path, String argument, String value, String told) throws Exception {
        write("a.pdf", MadeDocuments.pdf("one", "two", "three"));
        write("a.xlsx", MadeDocuments.xlsx());
        write("a.pptx", MadeDocuments.pptx("one", "two"));

        assertThatExceptionOfType(DocumentException.class).isThrownBy(() -> read(path, argument, value))
                .withMessageContaining(told);
    }

    @Test
    void saysThatAFileIsEncryptedOrOfAnOlderFormat() throws Exception {
        try (PDDocument document = MadeDocuments.pdfDocument(SECRET)) {
            StandardProtectionPolicy policy = new StandardProtectionPolicy("owner", "user", new AccessPermission());
            policy.setEncryptionKeyLength(128);
            document.protect(policy);
            write("locked.pdf", MadeDocuments.bytes(document));
        }
        try (POIFSFileSystem files = new POIFSFileSystem(); ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            Encryptor encryptor = new EncryptionInfo(EncryptionMode.agile).getEncryptor();
            encryptor.confirmPassword("user");
            try (OutputStream encrypted = encryptor.getDataStream(files)) {
                encrypted.write(MadeDocuments.xlsx());
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
            assertThatExceptionOfType(DocumentException.class).isThrownBy(() -> read(locked))
                    .withMessageContaining("encrypted with a password");
        }
        assertThatExceptionOfType(DocumentException.class).isThrownBy(() -> read("old.doc"))
                .withMessageContaining("older format");
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 30, 50, 80, 99})
    void saysThatAFileIsDamagedHoweverMuchOfItIsThere(int percent) throws Exception {
        byte[][] whole = {MadeDocuments.pdf("one", "two"), MadeDocuments.docx(), MadeDocuments.xlsx(),
                MadeDocuments.pptx("one")};
        for (byte[] bytes : whole) {
            write("torn", Arrays.copyOf(bytes, bytes.length * percent / 100));
            try {
                // A PDF without its end may be mended, and what names the kind of the others may be missing.
                Optional<String> text = DocumentReader.read(Files.readAllBytes(folder.resolve("torn")),
                        PageSelection.ALL, WHOLE);
                assertThat(text.orElse("[page 1")).startsWith("[page 1");
            } catch (DocumentException told) {
                assertThat(told.getMessage()).startsWith("is ");
            }
        }
    }

    @Test
    void refusesFilesThatGrowWithoutEnd() throws Exception {
        write("many.docx", manyEntries());
        write("huge.docx", MadeDocuments.with(MadeDocuments.docx(), "word/media/image1.png", new byte[200 << 20]));
        write("dense.docx", MadeDocuments.with(MadeDocuments.docx(), "word/media/image1.png", new byte[30 << 20]));
        write("rows.xlsx", MadeDocuments.with(MadeDocuments.xlsx(), "xl/sharedStrings.xml", new byte[200 << 20]));
        write("stream.pdf", packed(1, 200 << 20));
        write("twice.pdf", packed(2, 300 << 20));

        assertThatExceptionOfType(DocumentException.class).isThrownBy(() -> read("many.docx"))
                .withMessageContaining("1000 files");
        for (String name : Arrays.asList("huge.docx", "dense.docx", "rows.xlsx", "stream.pdf", "twice.pdf")) {
            assertThatExceptionOfType(DocumentException.class).as(name).isThrownBy(() -> read(name))
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
            return MadeDocuments.bytes(document);
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
        write("entity.docx", MadeDocuments.with(MadeDocuments.docx(), "word/document.xml",
                document.getBytes(StandardCharsets.UTF_8)));
        write("laughs.xlsx",
                MadeDocuments.with(MadeDocuments.xlsx(), "xl/sharedStrings.xml",
                        laughs.toString().getBytes(StandardCharsets.UTF_8)));

        for (String name : Arrays.asList("entity.docx", "laughs.xlsx")) {
            assertThatExceptionOfType(DocumentException.class).isThrownBy(() -> read(name))
                    .satisfies(told -> assertThat(told.getMessage()).doesNotContain(SECRET));
        }
    }

    @Test
    void saysWhatBoundsLeaveOut() throws Exception {
        DocumentBounds bounds = new DocumentBounds(400, 2, 2, 2, true, false, Duration.ofHours(1));

        assertThat(read(MadeDocuments.pdf("one", "two", "three", "four"), bounds))
                .isEqualTo("[page 1 of 4]\none\n\n[page 2 of 4]\ntwo\n\n\n"
                        + "[only 2 pages are read; those from 3 to 4 are left out]");
        assertThat(read(MadeDocuments.xlsx(), bounds)).isEqualTo("""
                [sheet 1: Prices]
                1\tname
                5\t2026-11-25\t3 {=1+2}
                [columns C to CW are left out]

                [sheet 2: Other]
                1\tonly here""");
        assertThat(read(MadeDocuments.docx(), new DocumentBounds(20, 2, 2, 2, true, false, Duration.ofHours(1))))
                .endsWith("[the document is longer; only its first 20 characters are read]");
    }

    private static String read(byte[] bytes, DocumentBounds bounds) throws Exception {
        return DocumentReader.read(bytes, PageSelection.ALL, bounds).orElseThrow();
    }

    @Test
    void showsFormulasThatWereNeverCalculated() throws Exception {
        byte[] bytes;
        try (XSSFWorkbook book = new XSSFWorkbook(); ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            Sheet sheet = book.createSheet("S");
            for (int row = 0; row < 5; row++) {
                sheet.createRow(row).createCell(0).setCellValue(row);
                sheet.getRow(row).createCell(1).setCellFormula("A" + (row + 1) + "*2");
            }
            book.write(out);
            bytes = out.toByteArray();
        }

        assertThat(read(bytes, new DocumentBounds(1_000, 2, 3, 9, true, false, Duration.ofHours(1))))
                .isEqualTo("[sheet 1: S]\n1\t0\t{=A1*2}\n2\t1\t{=A2*2}\n3\t2\t{=A3*2}\n[2 more rows are left out]");
        assertThat(read(bytes, WHOLE)).doesNotContain("{=");
    }
}
