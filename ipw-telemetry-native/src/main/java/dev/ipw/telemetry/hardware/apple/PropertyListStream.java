package dev.ipw.telemetry.hardware.apple;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;

/**
 * A reader of property lists that follow each other in a stream, separated by NUL. A list is complete once its end tag
 * is there: the NUL after it may come only with the next one. Other content is skipped, and so is a list beyond
 * {@value #MAX_BYTES} bytes.
 */
final class PropertyListStream {
    private static final int MAX_BYTES = 4 << 20;
    private static final byte[] END = "</plist>".getBytes(StandardCharsets.US_ASCII);

    private final InputStream stream;
    private final byte[] chunk = new byte[1 << 16];
    private int chunkStart;
    private int chunkEnd;
    private byte[] list = new byte[1 << 16];
    private int length;
    private boolean tooLong;

    PropertyListStream(InputStream stream) {
        this.stream = stream;
    }

    /** Waits for the next list; empty at the end of the stream. */
    Optional<PropertyList> next() throws IOException {
        while (true) {
            if (chunkStart == chunkEnd) {
                chunkStart = 0;
                chunkEnd = stream.read(chunk);
                if (chunkEnd < 0) {
                    chunkEnd = 0;
                    return Optional.empty();
                }
                continue;
            }
            byte one = chunk[chunkStart++];
            if (one == 0) {
                length = 0;
                tooLong = false;
            } else {
                append(one);
                Optional<PropertyList> found = one == '>' && endsList() ? parse() : Optional.empty();
                if (found.isPresent()) {
                    return found;
                }
            }
        }
    }

    private void append(byte one) {
        if (length == 0 && one <= ' ' && one > 0) {
            return;
        }
        tooLong |= length == MAX_BYTES;
        if (!tooLong) {
            if (length == list.length) {
                list = Arrays.copyOf(list, Math.min(MAX_BYTES, 2 * length));
            }
            list[length++] = one;
        }
    }

    private boolean endsList() {
        return length >= END.length
                && Arrays.equals(list, length - END.length, length, END, 0, END.length);
    }

    private Optional<PropertyList> parse() {
        int size = length;
        length = 0;
        try {
            return Optional.of(PropertyList.parse(list, size));
        } catch (XMLStreamException garbage) {
            return Optional.empty();
        }
    }
}
