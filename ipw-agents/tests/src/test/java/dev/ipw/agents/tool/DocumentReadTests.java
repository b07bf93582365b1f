package dev.ipw.agents.tool;

import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class DocumentReadTests {
    @TempDir
    Path place;
    private Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectory(place.resolve("ws")).toRealPath();
        writeWorkbook(folder.resolve("a.xlsx"), "one fish");
        Files.writeString(folder.resolve("text.txt"), "plain");
    }

    private String read(String arguments) throws ToolException, InterruptedException {
        return new DocumentReadTool().use(ToolArguments.parse(arguments), new Workspace(folder, "t1"));
    }

    /** Write as little of a workbook as Excel opens. */
    private static void writeWorkbook(Path file, String text) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            entry(zip, "[Content_Types].xml",
                    """
                            <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\
                            <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
                            <Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>\
                            <Override PartName="/xl/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>\
                            </Types>""");
            entry(zip, "_rels/.rels", relation("officeDocument", "xl/workbook.xml"));
            entry(zip, "xl/_rels/workbook.xml.rels", relation("worksheet", "sheet1.xml"));
            entry(zip, "xl/workbook.xml", """
                    <workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" \
                    xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>\
                    <sheet name="Fish" sheetId="1" r:id="r1"/></sheets></workbook>""");
            entry(zip, "xl/sheet1.xml", """
                    <worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">\
                    <c r="A1" t="inlineStr"><is><t>%s</t></is></c></row></sheetData></worksheet>""".formatted(text));
        }
    }

    private static String relation(String type, String target) {
        return """
                <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" \
                Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/%s" Target="%s"/></Relationships>"""
                .formatted(type, target);
    }

    private static void entry(ZipOutputStream zip, String name, String content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void readsAPartOfADocument() throws Exception {
        assertThat(read("{\"path\": \"a.xlsx\"}")).isEqualTo("[sheet 1: Fish]\n1\tone fish");
        assertThat(read("{\"path\": \"a.xlsx\", \"sheet\": \"fish\", \"offset\": 18, \"max_chars\": 3}"))
                .startsWith("one\n[characters 18 to 21 of 26");
    }

    @ParameterizedTest
    @CsvSource({"a.xlsx,sheet,None,Fish", "a.xlsx,pages,x,2-5", "missing.pdf,pages,1,no file",
            "../a.pdf,pages,1,outside", "text.txt,pages,1,file_read"})
    void saysWhatCannotBeRead(String path, String argument, String value, String told) {
        assertThatExceptionOfType(ToolException.class)
                .isThrownBy(() -> read("{\"path\": \"" + path + "\", \"" + argument + "\": \"" + value + "\"}"))
                .withMessageContaining(told);
    }

    @Test
    void isNamedByTheToolThatReadsTexts() throws Exception {
        Files.write(folder.resolve("b.bin"), new byte[]{(byte) 0xff, (byte) 0xfe, 0});

        for (String[] each : new String[][]{{"a.xlsx", "document_read"}, {"b.bin", "no text"}}) {
            assertThatExceptionOfType(ToolException.class).isThrownBy(() -> new FileReadTool().use(
                    ToolArguments.parse("{\"path\": \"" + each[0] + "\"}"), new Workspace(folder, "t1")))
                    .withMessageContaining(each[1]);
        }
    }
}
