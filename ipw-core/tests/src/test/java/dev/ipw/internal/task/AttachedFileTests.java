package dev.ipw.internal.task;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AttachedFileTests {
    /** The SHA-256 of the letters abc, as its standard gives it. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    Path task;

    @Test
    void isListedAsItWasCopied() throws IOException {
        Path file = Files.writeString(task.resolve("source"), "abc");
        AttachedFile copied = AttachedFile.copied(file, task.resolve("table.csv"));
        AttachedFile.write(task, List.of(copied));

        assertThat(task.resolve("table.csv")).hasContent("abc");
        assertThat(copied).isEqualTo(new AttachedFile("table.csv", 3, ABC));
        assertThat(AttachedFile.read(task)).hasValue(List.of(copied));
        assertThatThrownBy(() -> AttachedFile.copied(file, task.resolve("table.csv")))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void aListThatIsMissingOrTornIsNone() throws IOException {
        assertThat(AttachedFile.read(task)).isEmpty();
        Files.writeString(task.resolve(AttachedFile.LIST), "[{\"name\": \"a\"");

        assertThat(AttachedFile.read(task)).isEmpty();
    }
}
