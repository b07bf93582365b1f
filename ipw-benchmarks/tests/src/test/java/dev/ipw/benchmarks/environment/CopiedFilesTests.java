package dev.ipw.benchmarks.environment;

import dev.ipw.error.InputException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@DisabledOnOs(OS.WINDOWS)
class CopiedFilesTests {
    @TempDir
    Path place;
    private Path source;
    private Path target;

    @BeforeEach
    void makeFolders() throws IOException {
        source = Files.createDirectory(place.resolve("source"));
        target = Files.createDirectory(place.resolve("target"));
        Files.writeString(Files.createDirectory(source.resolve("inner")).resolve("file.txt"), "new");
    }

    @Test
    void copiesFilesWithTheirRightsAndLinksAsLinks() throws IOException {
        Files.setPosixFilePermissions(source.resolve("inner/file.txt"), PosixFilePermissions.fromString("r-xr-x---"));
        Files.createSymbolicLink(source.resolve("link"), Path.of("inner"));
        Files.writeString(Files.createDirectory(target.resolve("inner")).resolve("file.txt"), "old");
        Files.writeString(target.resolve("inner/other.txt"), "kept");

        CopiedFiles.into(source, target);

        assertThat(target.resolve("inner/file.txt")).hasContent("new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target.resolve("inner/file.txt"))))
                .isEqualTo("r-xr-x---");
        assertThat(target.resolve("inner/other.txt")).hasContent("kept");
        assertThat(Files.readSymbolicLink(target.resolve("link"))).isEqualTo(Path.of("inner"));
    }

    @Test
    void writesThroughNoLinkOfTheTarget() throws IOException {
        Path outside = Files.createDirectory(place.resolve("outside"));
        Files.createSymbolicLink(target.resolve("inner"), outside);

        CopiedFiles.into(source, target);

        assertThat(outside).isEmptyDirectory();
        assertThat(Files.isDirectory(target.resolve("inner"), LinkOption.NOFOLLOW_LINKS)).isTrue();
        assertThat(target.resolve("inner/file.txt")).hasContent("new");
    }

    /** To read a pipe would wait for whoever writes into it. */
    @Test
    void refusesWhatIsNoFile() throws IOException {
        try (ServerSocketChannel bound = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            bound.bind(UnixDomainSocketAddress.of(source.resolve("socket")));
            assertThatExceptionOfType(InputException.class).isThrownBy(() -> CopiedFiles.into(source, target))
                    .withMessageContaining("socket").withMessageContaining("no file of its own");
        }
    }
}
