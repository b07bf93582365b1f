package dev.ipw.internal.file;

import dev.ipw.error.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class FileTests {
    @TempDir
    Path folder;

    @Test
    void writesAndReplacesAFileAndLeavesNothingElse() throws IOException {
        Path file = folder.resolve("summary.json");
        AtomicFile.write(file, bytes("old"));
        AtomicFile.write(file, bytes("new"));

        assertThat(file).hasContent("new");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void writesOnAnInterruptedThread() {
        Path file = folder.resolve("summary.json");
        Thread.currentThread().interrupt();
        try {
            AtomicFile.write(file, bytes("kept"));
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
        assertThat(file).hasContent("kept");
    }

    @Test
    void saysWhereAFileCannotBeWritten() {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> AtomicFile.write(folder.resolve("absent/summary.json"), bytes("x")))
                .withMessageContaining("absent/summary.json")
                .withMessageContaining("Nothing was changed");
    }

    @Test
    void namesTheFileThatWasAskedForAndNotTheHiddenOne() {
        Path file = folder.resolve("n".repeat(240));
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> AtomicFile.write(file, bytes("x")))
                .withMessageContaining(file.toString()).withMessageNotContaining(".tmp");
    }

    @Test
    void keepsTheOldFileIfTheNewOneCannotTakeItsPlace() throws IOException {
        Path occupied = Files.createDirectory(folder.resolve("summary.json"));
        Files.writeString(occupied.resolve("inside"), "old");

        assertThatExceptionOfType(InputException.class).isThrownBy(() -> AtomicFile.write(occupied, bytes("new")));
        assertThat(occupied.resolve("inside")).hasContent("old");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(occupied);
        }
    }

    @Test
    void readsUpToTheLimit() {
        Path file = folder.resolve("f");
        AtomicFile.write(file, bytes("12345"));

        assertThat(BoundedFile.read(file, 5)).isEqualTo(bytes("12345"));
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> BoundedFile.read(file, 4))
                .withMessageContaining("more than 4 bytes");
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> BoundedFile.read(folder, 4))
                .withMessageContaining("is a folder");
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> BoundedFile.read(folder.resolve("no"), 4))
                .withMessageContaining("there is no such file");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void readsNoLinkWhereAFileMustBeOne() throws IOException {
        Path file = folder.resolve("f");
        AtomicFile.write(file, bytes("12345"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);

        assertThat(BoundedFile.readUnlinked(file, 5)).isEqualTo(bytes("12345"));
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> BoundedFile.readUnlinked(file, 4))
                .withMessageContaining("more than 4 bytes");
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> BoundedFile.readUnlinked(link, 5))
                .withMessageContaining("link is no file of its own");
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> BoundedFile.readUnlinked(folder, 5))
                .withMessageContaining("no file of its own");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> BoundedFile.readUnlinked(folder.resolve("no"), 5))
                .withMessageContaining("there is no such file");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
