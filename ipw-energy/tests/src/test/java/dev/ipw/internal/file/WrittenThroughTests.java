package dev.ipw.internal.file;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

/** What exists and is no regular file is written to, and stays what it is. */
@Tag("process")
class WrittenThroughTests {
    @TempDir
    Path folder;

    @Test
    void writesIntoAPipe() throws Exception {
        Path pipe = made("pipe", "mkfifo", folder.resolve("pipe").toString());
        CompletableFuture<String> read = reading(pipe);

        AtomicFile.write(pipe, bytes("all of it"));

        assertThat(read.get()).isEqualTo("all of it");
        assertThat(Files.readAttributes(pipe, "isOther").get("isOther")).isEqualTo(true);
        assertThat(names()).containsExactly("pipe");
    }

    @Test
    void writesIntoAPipeThatALinkLeadsTo() throws Exception {
        Path pipe = made("pipe", "mkfifo", folder.resolve("pipe").toString());
        Path link = Files.createSymbolicLink(folder.resolve("link"),
                Files.createSymbolicLink(folder.resolve("second"), Path.of("pipe")));
        CompletableFuture<String> read = reading(pipe);

        AtomicFile.write(link, bytes("all of it"));

        assertThat(read.get()).isEqualTo("all of it");
        assertThat(names()).containsExactly("link", "pipe", "second");
        assertThat(link).isSymbolicLink();
    }

    @Test
    void writesIntoADevice() throws Exception {
        Path device = made("null", "mknod", folder.resolve("null").toString(), "c", "1", "3");
        assumeThat(canBeOpened(device)).as("a device of this folder can be used").isTrue();

        AtomicFile.write(device, bytes("gone"));

        assertThat(Files.readAttributes(device, "isOther").get("isOther")).isEqualTo(true);
        assertThat(names()).containsExactly("null");
    }

    @Test
    void saysThatADeviceTakesNothing() {
        Path full = Path.of("/dev/full");
        assumeThat(full).as("a device without room").isWritable();
        assumeThat(Files.isRegularFile(full)).isFalse();

        assertThat(WriteTarget.of(full).isReplaced()).isFalse();
        assertThatThrownBy(() -> AtomicFile.write(full, bytes("x"))).hasMessageContaining("Cannot write to /dev/full");
    }

    @Test
    void addsToAFileThatIsOpenAsADescriptor() throws Exception {
        Path file = folder.resolve("shell.txt");
        try (FileOutputStream open = new FileOutputStream(file.toFile())) {
            open.write(bytes("before "));
            Path descriptor = descriptor(file);

            AtomicFile.write(descriptor, bytes("after"));
        }
        assertThat(file).hasContent("before after");
        assertThat(names()).containsExactly("shell.txt");
    }

    @Test
    void replacesTheFileThatALinkLeadsTo() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("file"));
        Path toNothing = Files.createSymbolicLink(folder.resolve("to-nothing"), Path.of("new"));

        AtomicFile.write(link, bytes("replaced"));
        AtomicFile.write(toNothing, bytes("made"));

        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("replaced");
        assertThat(folder.resolve("new")).hasContent("made");
        assertThat(names()).containsExactly("file", "link", "new", "to-nothing");
    }

    private Path made(String name, String... command) throws Exception {
        try {
            assumeThat(new ProcessBuilder(command).start().waitFor()).as("%s may need root", command[0]).isZero();
        } catch (IOException absent) {
            assumeThat(command[0]).as("a command of this system").isEmpty();
        }
        return folder.resolve(name);
    }

    private static boolean canBeOpened(Path device) {
        try (OutputStream out = new FileOutputStream(device.toFile())) {
            out.write('x');
            return true;
        } catch (IOException withoutDevices) {
            return false;
        }
    }

    private static CompletableFuture<String> reading(Path pipe) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return Files.readString(pipe);
            } catch (IOException failure) {
                return failure.toString();
            }
        });
    }

    private static Path descriptor(Path file) throws IOException {
        Path descriptors = Path.of("/proc/self/fd");
        assumeThat(descriptors).as("the files that this process has open").isDirectory();
        try (Stream<Path> open = Files.list(descriptors)) {
            return open.filter(one -> {
                try {
                    return Files.readSymbolicLink(one).equals(file.toRealPath());
                } catch (IOException closedMeanwhile) {
                    return false;
                }
            }).findFirst().orElseThrow();
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
