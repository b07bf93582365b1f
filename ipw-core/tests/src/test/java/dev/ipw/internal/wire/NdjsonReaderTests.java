package dev.ipw.internal.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class NdjsonReaderTests {
    private static final String LINES = "\uFEFF{\"a\":1}\r\n\n \t\r\n{\"b\":\"Grüße 🙂\"}\n{\"c\":3}";

    @Test
    void givesTheSameLinesWhereverTheBytesAreSplit() throws WireException {
        byte[] bytes = LINES.getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut < bytes.length; cut++) {
            Source source = new Source(List.of(Arrays.copyOf(bytes, cut), Arrays.copyOfRange(bytes, cut, bytes.length)),
                    false);
            assertThat(read(new NdjsonReader(source, 100))).as("cut at %d", cut).containsExactly("{\"a\":1}",
                    "{\"b\":\"Grüße 🙂\"}", "{\"c\":3} cut");
        }
    }

    @Test
    void stampsALineWithTheReadThatBroughtItsFirstByte() throws WireException {
        Source source = new Source(List.of("{}\n{\"a\"".getBytes(StandardCharsets.UTF_8),
                ":1}\n".getBytes(StandardCharsets.UTF_8)), false);
        NdjsonReader lines = new NdjsonReader(source, 100);

        assertThat(lines.next()).isTrue();
        assertThat(lines.nanos()).isEqualTo(1);
        assertThat(lines.next()).isTrue();
        assertThat(lines.nanos()).isEqualTo(1);
        assertThat(lines.next()).isFalse();
    }

    @Test
    void givesNoLineThatABrokenConnectionCut() throws WireException {
        NdjsonReader lines = new NdjsonReader(
                new Source(List.of("{}\n{\"a\"".getBytes(StandardCharsets.UTF_8)), true), 100);

        assertThat(lines.next()).isTrue();
        assertThatExceptionOfType(WireException.class).isThrownBy(lines::next)
                .satisfies(broken -> assertThat(broken.fault()).isEqualTo(WireFault.TRUNCATED));
    }

    @Test
    void refusesALineThatIsTooLong() {
        NdjsonReader lines = new NdjsonReader(
                new Source(List.of("x".repeat(101).getBytes(StandardCharsets.UTF_8)), false), 100);

        assertThatExceptionOfType(WireException.class).isThrownBy(lines::next)
                .satisfies(broken -> assertThat(broken.fault()).isEqualTo(WireFault.TOO_LARGE));
    }

    private static List<String> read(NdjsonReader lines) throws WireException {
        List<String> read = new ArrayList<>();
        while (lines.next()) {
            read.add(new String(lines.buffer(), lines.start(), lines.length(), StandardCharsets.UTF_8)
                    + (lines.whole() ? "" : " cut"));
        }
        return read;
    }

    /** Returns one piece a read, stamped with the number of the read. */
    private static final class Source implements ByteSource {
        private final List<byte[]> pieces;
        private final boolean breaks;
        private int reads;

        Source(List<byte[]> pieces, boolean breaks) {
            this.pieces = pieces.stream().filter(piece -> piece.length > 0).toList();
            this.breaks = breaks;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws WireException {
            if (reads == pieces.size()) {
                if (breaks) {
                    throw new WireException(WireFault.TRUNCATED, "gone");
                }
                return -1;
            }
            byte[] piece = pieces.get(reads++);
            System.arraycopy(piece, 0, buffer, offset, piece.length);
            return piece.length;
        }

        @Override
        public long readNanos() {
            return reads;
        }
    }
}
