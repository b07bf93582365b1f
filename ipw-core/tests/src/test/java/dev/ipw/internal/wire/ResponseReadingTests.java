package dev.ipw.internal.wire;

import dev.ipw.testing.Draws;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Tag("fuzz")
class ResponseReadingTests {
    private static final String CHUNKED = lines("HTTP/1.1 100 Continue##HTTP/1.1 103 Early Hints#Link: </a>##"
            + "HTTP/1.1 200 OK#X-One: 1#x-one:\t2 #Transfer-Encoding: Chunked##"
            + "5#Gr\u00fc\u00dfe#00b;name=\"a;b\" ; x##0##hell#1 #!#0;last#X-Trailer: t#X-Other: u##");
    private static final String CHUNKED_BODY = "Gr\u00fc\u00dfe\r\n0\r\n\r\nhell";

    @Test
    void readsAChunkedResponseWhereverItsBytesAreSplitInTwo() throws Exception {
        String whole = read(List.of(bytes(CHUNKED)));

        assertThat(whole).isEqualTo("200 {transfer-encoding=Chunked, x-one=2} " + CHUNKED_BODY + "! rest:");
        byte[] all = bytes(CHUNKED);
        for (int cut = 1; cut < all.length; cut++) {
            assertThat(read(List.of(Arrays.copyOf(all, cut), Arrays.copyOfRange(all, cut, all.length))))
                    .as("cut at %d", cut).isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200 OK#Content-Length: 5##hello", "HTTP/1.0 200 OK\n\nhello##",
            "HTTP/1.1 204 No Content#Content-Length: 7##", ""})
    void readsTheSameByteByByteAndInRandomPieces(String response) throws Exception {
        byte[] all = bytes(response.isEmpty() ? CHUNKED : lines(response));
        String whole = read(List.of(all));

        assertThat(read(IntStream.range(0, all.length).mapToObj(i -> new byte[]{all[i]}).toList())).isEqualTo(whole);
        int seeds = Draws.of(40, 200);
        for (int seed = 0; seed < seeds; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<byte[]> pieces = new ArrayList<>();
            for (int from = 0; from < all.length;) {
                int to = Math.min(all.length, from + 1 + random.nextInt(20));
                pieces.add(Arrays.copyOfRange(all, from, to));
                from = to;
            }
            assertThat(read(pieces)).as("seed %d", seed).isEqualTo(whole);
        }
    }

    @Test
    void noticesACutAtEveryByteOfAResponse() throws Exception {
        byte[] all = bytes(CHUNKED);
        for (int cut = 0; cut < all.length; cut++) {
            List<byte[]> half = List.of(Arrays.copyOf(all, cut));
            BadResponseException broken = catchThrowableOfType(BadResponseException.class, () -> read(half));

            assertThat(broken).as("cut at %d", cut).isNotNull();
            assertThat(broken.fault()).as("cut at %d", cut).isEqualTo(WireFault.TRUNCATED);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"HTTP/1.1 200 OK#Content-Length: 3##abcd | 200 {content-length=3} abc rest:d",
            "HTTP/1.1 200#Content-Length: 3, 3##abc | 200 {content-length=3, 3} abc rest:",
            "HTTP/1.1 200 #Content-Length: 3#Content-Length: 3##abc | 200 {content-length=3} abc rest:",
            "HTTP/1.1 200 OK#Content-Length: 9#Transfer-Encoding: chunked##1#a#0##| 200 {content-length=9, transfer-encoding=chunked} a rest:",
            "HTTP/1.1 204 Nothing##HTTP | 204 {}  rest:HTTP",
            "HTTP/1.1 304 Same#Content-Length: 3##HTTP | 304 {content-length=3}  rest:HTTP",
            "HTTP/1.1 200 OK##abc | 200 {} abc rest:", "HTTP/1.1 200 OK#A:##abc | 200 {a=} abc rest:"})
    void findsTheEndOfABody(String response, String expected) throws Exception {
        assertThat(read(List.of(bytes(lines(response))))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/2 200 OK##", "HTTP/1.1 20 OK##", "HTTP/1.1 2000 OK##", "HTTP/1.1  200 OK##",
            "HTTP/1.1 abc OK##", "http/1.1 200 OK##", "ICY 200 OK##", "#HTTP/1.1 200 OK##", "HTTP/1.1 099 Low##",
            "HTTP/1.1 101 Switching##", "HTTP/1.1 200 OK#no field##", "HTTP/1.1 200 OK#A : b##",
            "HTTP/1.1 200 OK#A: b# folded##", "HTTP/1.1 200 OK#\tA: b##", "HTTP/1.1 200 OK#: b##",
            "HTTP/1.1 200 OK#A: b\u0000c##", "HTTP/1.1 200 OK#A: b\rc##", "HTTP/1.1 200 OK#A b: c##",
            "HTTP/1.1 200 OK#Content-Length: 3#Content-Length: 4##abcd",
            "HTTP/1.1 200 OK#Content-Length: 3,4##abcd", "HTTP/1.1 200 OK#Content-Length: -3##abcd",
            "HTTP/1.1 200 OK#Content-Length: 0x3##abcd", "HTTP/1.1 200 OK#Content-Length:##abcd",
            "HTTP/1.1 200 OK#Content-Length: 9999999999999999999##abcd",
            "HTTP/1.1 200 OK#Transfer-Encoding: gzip, chunked##1#a#0##",
            "HTTP/1.1 200 OK#Transfer-Encoding: chunked#Transfer-Encoding: chunked##1#a#0##",
            "HTTP/1.1 200 OK#Transfer-Encoding: identity##abc"})
    void refusesAHeadThatIsNotHttp(String response) {
        assertThat(fault(lines(response))).isEqualTo(WireFault.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"#", ";a#", "g#", "-1#a#", "0x1#a#", "1a", "1#ab#", "1#a0##", "1234567890123456#",
            "ffffffffffffffff#", "+1#a#", " 1#a#", "1\n\na", "1;x\n", "1\r\ra", "1#a\n0##", "0#no field##"})
    void refusesABadChunk(String chunks) {
        assertThat(fault(lines("HTTP/1.1 200 OK#Transfer-Encoding: chunked##" + chunks)
                + "g".repeat(9000))).isEqualTo(WireFault.MALFORMED);
    }

    @Test
    void refusesWhatHasNoEnd() {
        String field = "X: 1\r\n";
        assertThat(fault("HTTP/1.1 200 OK\r\n" + field.repeat(HeadReader.MAX_FIELDS + 1) + "\r\n"))
                .isEqualTo(WireFault.TOO_LARGE);
        assertThat(fault("HTTP/1.1 200 OK\r\nX: " + "x".repeat(HeadReader.MAX_BYTES))).isEqualTo(WireFault.TOO_LARGE);
        assertThat(fault("HTTP/1.1 100 Continue\r\n\r\n".repeat(100))).isEqualTo(WireFault.TOO_LARGE);
        String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        assertThat(fault(chunked + "0\r\n" + field.repeat(HeadReader.MAX_FIELDS + 1))).isEqualTo(WireFault.TOO_LARGE);
        assertThat(fault(chunked + "1;" + "x".repeat(8000))).isEqualTo(WireFault.MALFORMED);
    }

    @Test
    void saysThatTheServerSpeaksTls() {
        BadResponseException broken = catchThrowableOfType(BadResponseException.class,
                () -> read(List.of(new byte[]{0x15, 3, 3, 0, 2, 2, 50})));

        assertThat(broken).hasMessageContaining("TLS").hasMessageContaining("https");
    }

    @ParameterizedTest
    @CsvSource({"HTTP/1.1 200 OK#Content-Length: 1, true", "HTTP/1.1 200 OK#Transfer-Encoding: chunked, true",
            "HTTP/1.1 204 Nothing, true", "HTTP/1.1 200 OK, false",
            "HTTP/1.1 200 OK#Content-Length: 1#Connection: Close, false", "HTTP/1.0 200 OK#Content-Length: 1, false",
            "HTTP/1.0 200 OK#Content-Length: 1#Connection: Keep-Alive, true",
            "HTTP/1.0 200 OK#Connection: keep-alive#Transfer-Encoding: chunked, false",
            "HTTP/1.1 200 OK#Content-Length: 1#Transfer-Encoding: chunked, false"})
    void keepsOnlyAConnectionWhoseBodyEndsForSure(String head, boolean usable) throws Exception {
        Connection connection = PiecesInput.connection(lines(head + "##"));

        assertThat(MessageBody.of(new HeadReader(connection).response(), connection).leavesConnectionUsable())
                .isEqualTo(usable);
    }

    private static WireFault fault(String response) {
        BadResponseException broken = catchThrowableOfType(BadResponseException.class,
                () -> read(List.of(bytes(response))));
        assertThat(broken).as(response).isNotNull();
        return broken.fault();
    }

    private static String read(List<byte[]> pieces) throws Exception {
        Connection connection = PiecesInput.connection(pieces);
        ResponseHead head = new HeadReader(connection).response();
        String body = rest(MessageBody.of(head, connection));
        return head.status() + " " + new TreeMap<>(head.headers()) + " " + body + " rest:"
                + rest(new OpenBody(connection));
    }

    private static String rest(MessageBody body) throws Exception {
        StringBuilder text = new StringBuilder();
        byte[] buffer = new byte[7];
        for (int count = body.read(buffer, 0, buffer.length); count >= 0; count = body.read(buffer, 0, 7)) {
            assertThat(count).isPositive();
            text.append(new String(buffer, 0, count, StandardCharsets.ISO_8859_1));
        }
        assertThat(body.read(buffer, 0, 1)).isEqualTo(-1);
        return text.toString();
    }

    private static String lines(String text) {
        return text.replace("#", "\r\n");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
