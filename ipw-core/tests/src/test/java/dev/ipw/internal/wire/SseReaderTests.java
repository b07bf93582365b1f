package dev.ipw.internal.wire;

import dev.ipw.testing.Draws;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("fuzz")
class SseReaderTests {
    private static final String TRICKY = String.join("", "\uFEFF: hello\r\n\r\ndata: one\rdata:two\ndata:  three\r\n",
            "\r\nevent: done\nid: 7\nretry: 5\nunknown: x\ndatabase: y\ndata\n\n\n\n", "event: lost\n\n",
            "data: Grüße 🙂\r\r:\ndata:\n\n", "data: a:b\n\n");

    private static final List<String> TRICKY_ITEMS = List.of("#", "message|one\ntwo\n three", "done|",
            "message|Grüße 🙂", "#", "message|", "message|a:b");

    @Test
    void readsEventsByTheStandard() throws WireException {
        assertThat(read(TRICKY, TRICKY.length() * 4)).isEqualTo(TRICKY_ITEMS);
    }

    @Test
    void readsTheSameWhereverTheBytesAreSplitInTwo() throws WireException {
        byte[] bytes = TRICKY.getBytes(StandardCharsets.UTF_8);
        for (int cut = 1; cut < bytes.length; cut++) {
            Pieces pieces = new Pieces(
                    List.of(Arrays.copyOf(bytes, cut), Arrays.copyOfRange(bytes, cut, bytes.length)));
            assertThat(read(pieces)).as("cut at %d", cut).isEqualTo(TRICKY_ITEMS);
        }
    }

    @Test
    void readsTheSameByteByByte() throws WireException {
        assertThat(read(TRICKY, 1)).isEqualTo(TRICKY_ITEMS);
    }

    @Test
    void agreesWithAPlainReadingOfTheStandardOnRandomStreams() throws WireException {
        String[] parts = {"data", "data:", "data: ", ":", ": ", "event: ", "event:", "x", "é", "🙂", " ", "\n", "\r",
                "\r\n", "\n\n", "\r\r", "id: 3", "datax: ", "\uFEFF", "{\"a\":1}"};
        int seeds = Draws.of(300, 3_000);
        for (int seed = 0; seed < seeds; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder stream = new StringBuilder();
            int length = random.nextInt(60);
            for (int i = 0; i < length; i++) {
                stream.append(parts[random.nextInt(parts.length)]);
            }
            assertThat(read(new Pieces(cut(stream.toString(), random)))).as("seed %d", seed)
                    .isEqualTo(plainReading(stream.toString()));
        }
    }

    @Test
    void givesDataThatStandAtTheEndWithoutBlankLine() throws WireException {
        SseReader lineEnded = reader("data: last\n");
        assertThat(lineEnded.next()).isEqualTo(SseReader.Item.EVENT);
        assertThat(lineEnded.dataText()).isEqualTo("last");
        assertThat(lineEnded.whole()).isTrue();
        assertThat(lineEnded.next()).isEqualTo(SseReader.Item.END);

        SseReader cut = reader("data: la");
        assertThat(cut.next()).isEqualTo(SseReader.Item.EVENT);
        assertThat(cut.dataText()).isEqualTo("la");
        assertThat(cut.whole()).isFalse();
        assertThat(cut.next()).isEqualTo(SseReader.Item.END);
    }

    @Test
    void givesWholeDataLinesBeforeTheFailureThatFollowsThem() throws WireException {
        Pieces pieces = new Pieces(List.of(bytes("data: kept\ndata: los")));
        pieces.breaks = true;
        SseReader reader = new SseReader(pieces, 100, 100);

        assertThat(reader.next()).isEqualTo(SseReader.Item.EVENT);
        assertThat(reader.dataText()).isEqualTo("kept");
        assertThatExceptionOfType(WireException.class).isThrownBy(reader::next)
                .satisfies(broken -> assertThat(broken.fault()).isEqualTo(WireFault.TRUNCATED));
    }

    @Test
    void stampsAnEventWithTheReadThatBroughtItsFirstDataByte() throws WireException {
        Pieces pieces = new Pieces(List.of(bytes("event: e\n"), bytes("da"), bytes("ta: 1\nda"), bytes("ta: 2\n"),
                bytes("\ndata: 3\n"), bytes("\n:p"), bytes("ing\n")));
        SseReader reader = new SseReader(pieces, 100, 100);

        reader.next();
        assertThat(reader.nanos()).isEqualTo(2);
        reader.next();
        assertThat(reader.nanos()).isEqualTo(5);
        assertThat(reader.next()).isEqualTo(SseReader.Item.COMMENT);
        assertThat(reader.nanos()).isEqualTo(6);
    }

    @Test
    void endsALineAtCarriageReturnWithoutWaitingForMore() throws WireException {
        Pieces pieces = new Pieces(List.of(bytes("data: now\r\r"), bytes("\ndata: next\n\n")));
        SseReader reader = new SseReader(pieces, 100, 100);

        reader.next();
        assertThat(reader.dataText()).isEqualTo("now");
        assertThat(pieces.readNanos()).isEqualTo(1);
        reader.next();
        assertThat(reader.dataText()).isEqualTo("next");
        assertThat(reader.nanos()).isEqualTo(2);
    }

    @Test
    void refusesALineThatIsTooLong() {
        String line = "data: " + "x".repeat(20_000);
        for (int chunk : new int[]{1000, 50_000}) {
            assertThatExceptionOfType(WireException.class).isThrownBy(() -> read(line, chunk, 19_000, 50_000))
                    .satisfies(broken -> assertThat(broken.fault()).isEqualTo(WireFault.TOO_LARGE))
                    .withMessageContaining("19000");
        }
    }

    @Test
    void refusesAnEventThatIsTooLarge() {
        String event = "data: xxxxxxxxx\n".repeat(100);
        assertThatExceptionOfType(WireException.class).isThrownBy(() -> read(event, 64, 100, 500))
                .satisfies(broken -> assertThat(broken.fault()).isEqualTo(WireFault.TOO_LARGE));
    }

    @Test
    void readsLinesUpToTheLimitWhateverTheBufferHolds() throws WireException {
        for (int length : new int[]{8180, 8186, 8192, 20_000, 70_000}) {
            String value = "y".repeat(length);
            String stream = "data: first\n\ndata: " + value + "\n\ndata: z\n\n";
            assertThat(read(stream, 5000, length + 6, length + 1)).containsExactly("message|first",
                    "message|" + value, "message|z");
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static SseReader reader(String stream) {
        return new SseReader(new Pieces(List.of(bytes(stream))), 1000, 1000);
    }

    private static List<String> read(String stream, int chunk) throws WireException {
        return read(stream, chunk, 100_000, 100_000);
    }

    private static List<String> read(String stream, int chunk, int maxLine, int maxEvent) throws WireException {
        byte[] bytes = bytes(stream);
        List<byte[]> pieces = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += chunk) {
            pieces.add(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + chunk)));
        }
        return items(new SseReader(new Pieces(pieces), maxLine, maxEvent));
    }

    private static List<String> read(Pieces pieces) throws WireException {
        return items(new SseReader(pieces, 100_000, 100_000));
    }

    private static List<String> items(SseReader reader) throws WireException {
        List<String> items = new ArrayList<>();
        for (SseReader.Item item = reader.next(); item != SseReader.Item.END; item = reader.next()) {
            items.add(item == SseReader.Item.COMMENT ? "#" : reader.type() + "|" + reader.dataText());
        }
        return items;
    }

    private static List<byte[]> cut(String stream, SplittableRandom random) {
        byte[] bytes = bytes(stream);
        List<byte[]> pieces = new ArrayList<>();
        for (int at = 0; at < bytes.length;) {
            int next = Math.min(bytes.length, at + 1 + random.nextInt(9));
            pieces.add(Arrays.copyOfRange(bytes, at, next));
            at = next;
        }
        return pieces;
    }

    /** The standard's algorithm over a whole text, with our rule for what stands at the end. */
    private static List<String> plainReading(String stream) {
        String text = stream.startsWith("\uFEFF") ? stream.substring(1) : stream;
        List<String> items = new ArrayList<>();
        StringBuilder data = new StringBuilder();
        String type = "";
        for (String line : (text + "\n\n").split("\r\n|\r|\n", -1)) {
            if (line.isEmpty()) {
                if (!data.isEmpty()) {
                    items.add((type.isEmpty() ? "message" : type) + "|" + data.substring(0, data.length() - 1));
                }
                data.setLength(0);
                type = "";
            } else if (line.startsWith(":")) {
                items.add("#");
            } else {
                int colon = line.indexOf(':');
                String name = colon < 0 ? line : line.substring(0, colon);
                String value = colon < 0 ? "" : line.substring(colon + 1);
                value = value.startsWith(" ") ? value.substring(1) : value;
                if (name.equals("data")) {
                    data.append(value).append('\n');
                } else if (name.equals("event")) {
                    type = value;
                }
            }
        }
        return items;
    }

    /** Returns one piece a read, and counts reads as nanoseconds. */
    private static final class Pieces implements ByteSource {
        private final List<byte[]> pieces;
        private boolean breaks;
        private int next;
        private int offsetInPiece;

        Pieces(List<byte[]> pieces) {
            this.pieces = pieces;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws WireException {
            if (next == pieces.size()) {
                if (breaks) {
                    throw new WireException(WireFault.TRUNCATED, "broken");
                }
                return -1;
            }
            byte[] piece = pieces.get(next);
            int count = Math.min(length, piece.length - offsetInPiece);
            System.arraycopy(piece, offsetInPiece, buffer, offset, count);
            offsetInPiece += count;
            if (offsetInPiece == piece.length) {
                next++;
                offsetInPiece = 0;
            }
            return count;
        }

        @Override
        public long readNanos() {
            return offsetInPiece == 0 ? next : next + 1;
        }
    }
}
