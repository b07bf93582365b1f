package dev.ipw.benchmarks.code;

import dev.ipw.error.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Hidden tests that lie in a file, as a text of JSON. */
class HiddenTestsFileTests {
    @TempDir
    Path folder;

    private Path file(String quoted) throws IOException {
        return Files.writeString(folder.resolve("tests.json"), quoted);
    }

    /** Pack a text as Python's base64 of zlib of a pickle of protocol 4 does. */
    private static String packed(String text) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream zlib = new DeflaterOutputStream(packed)) {
            zlib.write(new byte[]{(byte) 0x80, 4, 'X'});
            zlib.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(utf8.length).array());
            zlib.write(utf8);
            zlib.write(new byte[]{(byte) 0x94, '.'});
        }
        return Base64.getEncoder().encodeToString(packed.toByteArray());
    }

    @Test
    void readsThePackedFormWithAndWithoutEscapes() throws IOException {
        String tests = "[{\"input\": \"1 2\", \"output\": \"3\"}]".repeat(2000);
        String base64 = packed(tests);

        assertThat(PrivateTests.decode(file('"' + base64 + '"'))).isEqualTo(tests);
        assertThat(PrivateTests.decode(file('"' + base64.replace("/", "\\/") + '"'))).isEqualTo(tests)
                .isEqualTo(PrivateTests.decode(base64));
    }

    @Test
    void readsPlainJson() throws IOException {
        assertThat(PrivateTests.decode(file("\"[{\\\"input\\\": \\\"1\\\"}]\""))).isEqualTo("[{\"input\": \"1\"}]");
    }

    @Test
    void refusesWhatIsNeither() throws IOException {
        assertThatThrownBy(() -> PrivateTests.decode(file("\"####\""))).isInstanceOf(InputException.class)
                .hasMessageContaining("neither JSON nor its packed form");
        assertThatThrownBy(() -> PrivateTests.decode(file("[1]"))).isInstanceOf(InputException.class);
        assertThatThrownBy(() -> PrivateTests.decode(folder.resolve("gone"))).isInstanceOf(InputException.class);
    }
}
