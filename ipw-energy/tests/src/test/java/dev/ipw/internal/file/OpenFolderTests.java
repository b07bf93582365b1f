package dev.ipw.internal.file;

import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/** What another program exchanges in a folder while it is open. */
@DisabledOnOs(OS.WINDOWS)
class OpenFolderTests {
    private static final Path INNER = Path.of("inner");
    private static final Path FILE = Path.of("file.txt");

    @TempDir
    Path place;
    private Path folder;
    private Path outside;

    @BeforeEach
    void makeFolders() throws IOException {
        folder = Files.createDirectory(place.resolve("folder"));
        outside = Files.createDirectory(place.resolve("outside"));
        Files.writeString(outside.resolve(FILE), "outside");
        Files.writeString(Files.createDirectory(folder.resolve(INNER)).resolve(FILE), "inside");
    }

    /** Puts a link out of the folder in the place of the one in it. */
    private void exchange() throws IOException {
        Files.move(folder.resolve(INNER), folder.resolve("moved"));
        Files.createSymbolicLink(folder.resolve(INNER), outside);
    }

    private static String text(SeekableByteChannel channel) throws IOException {
        try (InputStream in = Channels.newInputStream(channel)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void readsWritesAndListsTheFolderThatWasOpened() throws IOException {
        try (OpenFolder open = OpenFolder.of(folder); OpenFolder inner = open.folder(INNER)) {
            exchange();
            assertThat(text(inner.read(FILE))).isEqualTo("inside");
            try (SeekableByteChannel written = inner.write(FILE)) {
                written.write(ByteBuffer.wrap("INSIDE".getBytes(StandardCharsets.UTF_8)));
            }
            inner.makeFolder(Path.of("made"));
            inner.move(FILE, inner, Path.of("other.txt"));
            List<String> names = new ArrayList<>();
            inner.forEach(name -> names.add(name.toString()));
            assertThat(names).containsExactlyInAnyOrder("made", "other.txt");
        }
        assertThat(folder.resolve("moved/other.txt")).hasContent("INSIDE");
        assertThat(outside).isDirectoryNotContaining(file -> !file.endsWith(FILE));
        assertThat(outside.resolve(FILE)).hasContent("outside");
        assertThat(place).isDirectoryNotContaining(file -> file.toString().endsWith(".tmp"));
    }

    @Test
    void opensNoLink() throws IOException {
        exchange();
        Files.createSymbolicLink(folder.resolve("link.txt"), outside.resolve(FILE));
        assertThatIOException().isThrownBy(() -> OpenFolder.read(folder, INNER.resolve(FILE)));
        try (OpenFolder open = OpenFolder.of(folder)) {
            assertThatIOException().isThrownBy(() -> open.folder(INNER));
            assertThatIOException().isThrownBy(() -> open.read(Path.of("link.txt")))
                    .withMessageContaining("no file of its own");
            assertThatIOException().isThrownBy(() -> open.write(Path.of("link.txt")));
            open.delete(Path.of("link.txt"));
        }
        assertThat(outside.resolve(FILE)).hasContent("outside");
    }

    @Test
    void opensNothingThatWouldWait() throws IOException {
        Path socket = Path.of("socket");
        try (ServerSocketChannel bound = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                OpenFolder open = OpenFolder.of(folder)) {
            bound.bind(UnixDomainSocketAddress.of(folder.resolve(socket)));
            assertThatIOException().isThrownBy(() -> open.read(socket)).withMessageContaining("a pipe or a device");
            assertThatIOException().isThrownBy(() -> open.write(socket)).withMessageContaining("a pipe or a device");
        }
        assertThatIOException().isThrownBy(() -> OpenFolder.read(Path.of("/dev"), Path.of("null")));
    }

    @Test
    void readsAFileThatMayNotBeWritten() throws IOException {
        Path file = folder.resolve(INNER).resolve(FILE);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        assertThat(text(OpenFolder.read(folder, INNER.resolve(FILE)))).isEqualTo("inside");
    }

    @Test
    void walksThroughFoldersButNotThroughLinks() throws IOException {
        exchange();
        Files.createDirectories(folder.resolve("a/b/c"));
        Files.writeString(folder.resolve("a/b/c/deep.txt"), "deep");
        List<String> found = new ArrayList<>();
        FolderWalk.below(folder, 3, new FolderWalk.Visitor() {
            @Override
            public void file(OpenFolder in, Path name, Path relative, BasicFileAttributes attributes) {
                found.add(relative + (attributes.isDirectory() ? "/" : ""));
            }

            @Override
            public void leave(OpenFolder in, Path name) {
                found.add(name + " left");
            }

            @Override
            public void failed(Path relative, IOException reason) {
                found.add(relative + " failed");
            }
        });
        assertThat(found).containsExactlyInAnyOrder("inner", "moved/file.txt", "moved left", "a/b/c/", "b left",
                "a left");
    }
}
