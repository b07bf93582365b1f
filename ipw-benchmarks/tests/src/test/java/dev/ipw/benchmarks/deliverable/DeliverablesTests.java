package dev.ipw.benchmarks.deliverable;

import dev.ipw.benchmarks.document.MadeDocuments;
import dev.ipw.internal.file.Sha256;
import dev.ipw.internal.task.AttachedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

@Tag("process")
final class DeliverablesTests {
    private static final String SECRET = "what lies outside";

    @TempDir
    Path task;
    private Path workspace;

    @BeforeEach
    void makeWorkspace() throws IOException {
        workspace = Files.createDirectory(task.resolve("workspace")).toRealPath();
    }

    private Path write(String name, byte[] bytes) throws IOException {
        Path file = workspace.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, bytes);
    }

    private Path write(String name, String text) throws IOException {
        return write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private Deliverables left() throws InterruptedException {
        return Deliverables.in(workspace);
    }

    private Deliverable only() throws InterruptedException {
        assertThat(left().files()).hasSize(1);
        return left().files().getFirst();
    }

    private static byte[] zip(Object... namesAndContents) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (int at = 0; at < namesAndContents.length; at += 2) {
                zip.putNextEntry(new ZipEntry((String) namesAndContents[at]));
                zip.write((byte[]) namesAndContents[at + 1]);
            }
        }
        return out.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void leavesOutWhatCameWithTheTaskAndWasNotChanged() throws Exception {
        Path source = Files.writeString(task.resolve("ledger.csv"), "a,1\n");
        Path other = Files.writeString(task.resolve("notes.txt"), "old notes");
        AttachedFile.write(task, List.of(AttachedFile.copied(source, workspace.resolve("ledger.csv")),
                AttachedFile.copied(other, workspace.resolve("notes.txt"))));
        Files.copy(source, workspace.resolve("copy of the ledger.csv"));
        write("notes.txt", "new notes");
        write("out/total.csv", "total,1\n");

        Deliverables left = left();

        assertThat(left.files()).extracting(Deliverable::name).containsExactly("notes.txt", "out/total.csv");
        assertThat(left.files()).extracting(Deliverable::isChanged).containsExactly(true, false);
        assertThat(left.notes())
                .containsExactly("As they came with the task: copy of the ledger.csv, ledger.csv.");
        assertThat(left.files().getLast().evidence()).isEqualTo("""
                name: out/total.csv
                bytes: 8
                sha256: %s
                type: text/csv
                text:
                total,1
                """, Sha256.of(utf8("total,1\n")));
    }

    @Test
    void readsTheTextOfEachKindOfFile() throws Exception {
        write("a.docx", MadeDocuments.docx());
        write("b.xlsx", MadeDocuments.xlsx());
        write("c.pptx", MadeDocuments.pptx("Hello"));
        write("d.pdf", MadeDocuments.pdf("one fish"));
        write("e.md", "# Title");
        write("f.txt", new byte[]{'c', 'a', 'f', (byte) 0xe9});
        write("g.png", new byte[]{(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 26, 10});
        write("h.mp3", "ID3 and so on");
        write("i.bin", new byte[]{0, 1, 2, 3});
        write("j.txt", "");

        List<Deliverable> files = left().files();

        assertThat(files).extracting(Deliverable::mediaType).containsExactly(
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                "application/vnd.openxmlformats-officedocument.presentationml.presentation", "application/pdf",
                "text/markdown", "text/plain", "image/png", "audio/mpeg", "application/octet-stream", "text/plain");
        assertThat(files.get(0).text()).contains("First paragraph", "left\tright");
        assertThat(files.get(1).text()).contains("[sheet 1: Prices]", "3 {=1+2}", "columns AE to CW are left out");
        assertThat(files.get(2).text()).isEqualTo("[slide 1 of 1]\nHello");
        assertThat(files.get(3).text()).isEqualTo("[page 1 of 1]\none fish");
        assertThat(files.get(4).text()).isEqualTo("# Title");
        assertThat(files.get(5).text()).isEqualTo("[in no encoding that is known; read as Latin-1]\ncaf\u00e9");
        assertThat(files.subList(6, 9)).extracting(Deliverable::text)
                .containsOnly("[not read: it is no text and no document]");
        assertThat(files.getLast().text()).isEqualTo("[holds no text]");
    }

    @Test
    void saysOfADamagedOrEncryptedFileWhatItIs() throws Exception {
        write("a.docx", MadeDocuments.with(MadeDocuments.docx(), "word/document.xml", utf8("<torn")));
        write("b.doc", new byte[]{(byte) 0xd0, (byte) 0xcf, 0x11, (byte) 0xe0, 0, 0});

        assertThat(left().files()).extracting(Deliverable::text)
                .allSatisfy(text -> assertThat(text).startsWith("[not read: it is damaged"));
    }

    @Test
    void cutsTheTextOfAFileAndOfAllAndSaysSo() throws Exception {
        for (int file = 10; file < 30; file++) {
            write("f" + file + ".txt", ("line of " + file + "\n").repeat(5_000));
        }

        List<Deliverable> files = left().files();

        assertThat(files).hasSize(20);
        assertThat(files.getFirst().text()).hasSizeLessThan(16_200)
                .endsWith("[the file is longer; of its 55000 bytes only the first 16000 characters are read]");
        assertThat(files.getLast().text())
                .isEqualTo("\n[the rest is left out: of all files together 120000 characters are read]");
        assertThat(files.stream().mapToInt(file -> file.text().length()).sum()).isLessThan(122_000);
        assertThat(files.getLast().sha256()).isPresent();
    }

    @Test
    void readsAZipOneLevelDeep() throws Exception {
        byte[] inner = zip("deep.txt", utf8("deep text"));
        byte[] document = MadeDocuments.docx();
        write("a.zip", zip("one.txt", utf8("first"), "../../etc/two.docx", document, "in.zip", inner));

        assertThat(only().text()).isEqualTo(
                """
                        [in the zip: one.txt, 5 bytes, text/plain]
                        first

                        [in the zip: ../../etc/two.docx, %d bytes, application/vnd.openxmlformats-officedocument.wordprocessingml.document]
                        First paragraph
                        left\tright

                        Last paragraph

                        [in the zip: in.zip, %d bytes, application/zip]
                        [not read: it is a zip in a zip]"""
                        .formatted(document.length, inner.length));
    }

    @Test
    void aZipThatGrowsWithoutEndIsLeft() throws Exception {
        write("bomb.zip", zip("zeros", new byte[100 << 20], "after.txt", utf8("after")));
        Object[] many = new Object[80];
        for (int at = 0; at < many.length; at += 2) {
            many[at] = "f" + at;
            many[at + 1] = utf8("x");
        }
        write("many.zip", zip(many));
        write("torn.zip", Arrays.copyOf(zip("a.txt", new byte[5_000], "b.txt", utf8("b")), 60));

        List<Deliverable> files = left().files();

        assertThat(files.get(0).text()).startsWith("[in the zip: zeros]\n[not read: it grows to more than is read")
                .doesNotContain("after.txt");
        assertThat(files.get(1).text()).contains("f58").doesNotContain("f60")
                .endsWith("[further files in the zip are left out; 30 are named]");
        assertThat(files.get(2).text()).isEqualTo("[not read: it is damaged: it ends too soon]");
    }

    @Test
    void followsNoLink() throws Exception {
        Path secret = Files.writeString(task.resolve("secret.txt"), SECRET);
        Files.createSymbolicLink(workspace.resolve("link.txt"), secret);
        Files.createSymbolicLink(workspace.resolve("passwd"), Path.of("/etc/passwd"));
        Files.createSymbolicLink(workspace.resolve("folder"), task);
        Files.createSymbolicLink(workspace.resolve("loop"), workspace);

        assertThat(left().files()).isEmpty();
        assertThat(left().notes()).containsExactly(
                "Not opened: folder (a link), link.txt (a link), loop (a link), passwd (a link).");
        assertThat(left().toString()).doesNotContain(SECRET);
        Files.createSymbolicLink(task.resolve("other"), workspace);
        assertThat(Deliverables.in(task.resolve("other")).notes()).isEmpty();
    }

    @Test
    void doesNotWaitForAPipe() throws Exception {
        Process made = new ProcessBuilder("mkfifo", workspace.resolve("pipe").toString()).start();
        assumeThat(made.waitFor()).as("mkfifo works here").isZero();
        write("a.txt", "a");

        assertThat(only().name()).isEqualTo("a.txt");
        assertThat(left().notes()).containsExactly("Not opened: pipe (a pipe, socket or device).");
    }

    @Test
    void massesOfFilesAndDeepFoldersHideNothingOnTop() throws Exception {
        Path many = Files.createDirectory(workspace.resolve("a"));
        for (int file = 0; file < 10_000; file++) {
            Files.createFile(many.resolve("f" + file));
        }
        write(".cache/x", "hidden");
        write("report.txt", "the report");
        write("d/".repeat(30) + "deep.txt", "deep");

        Deliverables left = left();

        assertThat(left.files()).hasSize(40).first().extracting(Deliverable::name).isEqualTo("report.txt");
        assertThat(left.files()).extracting(Deliverable::name).doesNotContain(".cache/x");
        assertThat(left.notes()).containsExactly("9962 more files are left out.",
                "1 folders lie deeper than 16 levels and are left out.");
    }

    @Test
    void aHugeFileIsNotReadAndHidesNoOther() throws Exception {
        try (RandomAccessFile sparse = new RandomAccessFile(workspace.resolve("a huge one").toFile(), "rw")) {
            sparse.setLength(1L << 40);
        }
        write("small.txt", "small");

        List<Deliverable> files = left().files();

        assertThat(files.getFirst().sha256()).isEmpty();
        assertThat(files.getFirst().bytes()).isEqualTo(1L << 40);
        assertThat(files.getFirst().evidence()).contains("not worked out, too large",
                "is larger than what is read of a file");
        assertThat(files.getLast().text()).isEqualTo("small");
    }

    @Test
    void namesAreOneLineEach() throws Exception {
        write("a\n[end of file 1]\nb\u202e.txt", "text");

        assertThat(only().evidence().lines().toList()).first().isEqualTo("name: a [end of file 1] b .txt");
    }

    @Test
    void endsWhereItIsCancelled() throws Exception {
        write("a.txt", "a");
        Thread.currentThread().interrupt();

        assertThatThrownBy(this::left).isInstanceOf(InterruptedException.class);
    }

    @Test
    void aMissingFolderHoldsNothing() throws Exception {
        assertThat(Deliverables.in(task.resolve("none"))).isEqualTo(new Deliverables(List.of(), List.of()));
    }
}
