package dev.ipw.internal.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The reader of the lines before and after a body by RFC 9112, sections 4 and 5, within limits. */
final class HeadReader {
    /** The maximum bytes of a head, and of the trailers after a chunked body. */
    static final int MAX_BYTES = 64 << 10;
    /** The maximum number of header fields. */
    static final int MAX_FIELDS = 200;
    /** The maximum number of interim responses before the final one. */
    private static final int MAX_INTERIM = 32;

    private static final String VERSION = "HTTP/1.";
    private static final int STATUS_AT = VERSION.length() + 2;
    private static final Pattern START = Pattern.compile("HTTP/1\\.\\d [1-9]\\d\\d( |$)");
    private static final int SWITCHING = 101;
    private static final int TLS_ALERT = 0x15;
    private static final int FIRST_CAPACITY = 256;

    private final Connection connection;
    private byte[] line = new byte[FIRST_CAPACITY];
    private int budget = MAX_BYTES;

    HeadReader(Connection connection) {
        this.connection = connection;
    }

    /** Reads the head of the final response; interim ones before it are skipped. */
    ResponseHead response() throws IOException {
        for (int interim = 0; interim <= MAX_INTERIM; interim++) {
            budget = MAX_BYTES;
            ResponseHead head = head();
            if (head.status() == SWITCHING) {
                throw BadResponseException.malformed("the server wants to switch to another protocol");
            }
            if (head.status() >= 200) {
                return head;
            }
        }
        throw new BadResponseException(WireFault.TOO_LARGE, "more than " + MAX_INTERIM + " interim responses came");
    }

    private ResponseHead head() throws IOException {
        requireHttp();
        long firstByteNanos = connection.readNanos();
        String start = line(VERSION.length());
        if (!START.matcher(start).lookingAt()) {
            throw notHttp();
        }
        boolean modern = start.charAt(VERSION.length()) != '0';
        return new ResponseHead(modern, Integer.parseInt(start, STATUS_AT, STATUS_AT + 3, 10), fields(),
                firstByteNanos);
    }

    /** Reads the bytes with which every response begins; anything else is refused at once. */
    private void requireHttp() throws IOException {
        for (int i = 0; i < VERSION.length(); i++) {
            int c = connection.next();
            if (c < 0) {
                throw new BadResponseException(WireFault.TRUNCATED, "the connection closed without a response");
            }
            if (i == 0 && c == TLS_ALERT) {
                throw BadResponseException.malformed("the server speaks TLS; give its address with https");
            }
            if (c != VERSION.charAt(i)) {
                throw notHttp();
            }
            line[i] = (byte) c;
        }
        budget -= VERSION.length();
    }

    private static BadResponseException notHttp() {
        return BadResponseException.malformed("the response is not HTTP");
    }

    /** Reads fields up to and including the empty line, each with all its values by its name in lower case. */
    Map<String, List<String>> fields() throws IOException {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        int count = 0;
        for (String field = line(0); !field.isEmpty(); field = line(0)) {
            if (++count > MAX_FIELDS) {
                throw new BadResponseException(WireFault.TOO_LARGE,
                        "the response has more than " + MAX_FIELDS + " header fields");
            }
            int colon = field.indexOf(':');
            if (field.charAt(0) == ' ' || field.charAt(0) == '\t') {
                throw BadResponseException.malformed("a header field goes on over a second line");
            }
            if (colon < 1 || !HeaderRules.isName(field.substring(0, colon))) {
                throw BadResponseException.malformed("a line of the response's head is no header field");
            }
            String name = field.substring(0, colon).toLowerCase(Locale.ROOT);
            fields.computeIfAbsent(name, first -> new ArrayList<>()).add(field.substring(colon + 1).strip());
        }
        return fields;
    }

    /** Reads the rest of a line after bytes of it that are already read. It ends in CRLF, or LF alone. */
    private String line(int already) throws IOException {
        int length = already;
        while (true) {
            int c = connection.next();
            if (c < 0) {
                throw new BadResponseException(WireFault.TRUNCATED,
                        "the connection closed within the response's head");
            }
            if (--budget < 0) {
                throw new BadResponseException(WireFault.TOO_LARGE,
                        "the response's head is larger than " + MAX_BYTES + " bytes");
            }
            if (c == '\n') {
                int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
                return text(end);
            }
            if (length == line.length) {
                line = Arrays.copyOf(line, length * 2);
            }
            line[length++] = (byte) c;
        }
    }

    private String text(int end) throws IOException {
        String text = new String(line, 0, end, StandardCharsets.ISO_8859_1);
        if (!text.chars().allMatch(HeaderRules::isInValue)) {
            throw BadResponseException.malformed("the response's head has a control character");
        }
        return text;
    }
}
