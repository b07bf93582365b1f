package dev.ipw.internal.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A reader of server-sent events by the rules of the WHATWG standard (HTML, section 9.2.6), as they arrive. The fields
 * {@code id} and {@code retry} serve reconnecting, which is never done here; they are ignored like unknown fields.
 *
 * <p>One rule differs. The standard drops an event whose blank line is missing. A model server may close right after
 * the last data line, so data at the end are an event too; {@link #whole()} returns whether its line had ended. If the
 * connection breaks, complete data lines are returned before the failure is thrown.
 *
 * <p>An event's data are in one buffer that is reused, so a long stream creates no garbage here.
 */
public final class SseReader {
    /** The maximum length of a line from a model server, 4 MiB. */
    public static final int MAX_LINE_BYTES = 4 << 20;
    /** The maximum data of one event from a model server, 8 MiB. */
    public static final int MAX_EVENT_BYTES = 8 << 20;

    private static final byte[] DATA = "data".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EVENT = "event".getBytes(StandardCharsets.US_ASCII);
    private static final int FIRST_CAPACITY = 1024;

    /** The results of a read. */
    public enum Item {
        /** An event with data. */
        EVENT,
        /** A comment, which servers send to keep a connection alive. */
        COMMENT,
        /** The end. */
        END
    }

    private final StampedLineReader lines;
    private final int maxEventBytes;
    private byte[] data = new byte[FIRST_CAPACITY];
    private int dataLength;
    private int dataLines;
    private long dataNanos;
    private long itemNanos;
    private String type = "";
    private boolean whole;
    private boolean given;
    private @Nullable WireException failure;

    /**
     * Creates a reader of events.
     *
     * @param source        gives the bytes
     * @param maxLineBytes  the longest line that is read
     * @param maxEventBytes the maximum data of one event
     */
    public SseReader(ByteSource source, int maxLineBytes, int maxEventBytes) {
        lines = new StampedLineReader(source, maxLineBytes);
        this.maxEventBytes = maxEventBytes;
    }

    /**
     * Moves to the next event or comment. The values of the one before are lost.
     *
     * @return the kind of item
     * @throws WireException if the bytes stop arriving, or a line or event is too large
     */
    public Item next() throws WireException {
        if (failure != null) {
            throw failure;
        }
        if (given) {
            forget();
        }
        while (advance()) {
            if (lines.start() == lines.end()) {
                if (dataLines > 0) {
                    return give();
                }
                forget();
            } else if (lines.buffer()[lines.start()] == ':') {
                itemNanos = lines.nanos();
                return Item.COMMENT;
            } else {
                field();
            }
        }
        return dataLines > 0 ? give() : Item.END;
    }

    private boolean advance() throws WireException {
        try {
            return lines.next();
        } catch (WireException broken) {
            if (dataLines == 0) {
                throw broken;
            }
            failure = broken;
            return false;
        }
    }

    private void field() throws WireException {
        byte[] buffer = lines.buffer();
        int colon = lines.start();
        while (colon < lines.end() && buffer[colon] != ':') {
            colon++;
        }
        int value = Math.min(colon + 1, lines.end());
        if (value < lines.end() && buffer[value] == ' ') {
            value++;
        }
        if (Arrays.equals(buffer, lines.start(), colon, DATA, 0, DATA.length)) {
            addData(buffer, value, lines.end() - value);
        } else if (Arrays.equals(buffer, lines.start(), colon, EVENT, 0, EVENT.length)) {
            type = new String(buffer, value, lines.end() - value, StandardCharsets.UTF_8);
        }
    }

    private void addData(byte[] buffer, int offset, int length) throws WireException {
        if (dataLength + 1L + length > maxEventBytes) {
            throw new WireException(WireFault.TOO_LARGE, "An event is larger than " + maxEventBytes + " bytes");
        }
        if (dataLength + 1 + length > data.length) {
            data = Arrays.copyOf(data, Math.max(data.length * 2, dataLength + 1 + length));
        }
        if (dataLines == 0) {
            dataNanos = lines.nanos();
        } else {
            data[dataLength++] = '\n';
        }
        System.arraycopy(buffer, offset, data, dataLength, length);
        dataLength += length;
        dataLines++;
        whole = lines.terminated();
    }

    private Item give() {
        given = true;
        itemNanos = dataNanos;
        return Item.EVENT;
    }

    private void forget() {
        given = false;
        dataLength = 0;
        dataLines = 0;
        type = "";
    }

    /**
     * Returns the event's type.
     *
     * @return the value of its {@code event} field, {@code message} if it has none
     */
    public String type() {
        return type.isEmpty() ? "message" : type;
    }

    /**
     * Returns the event's data in UTF-8.
     *
     * @return the buffer itself, of which the first {@link #dataLength()} bytes count
     */
    public byte[] data() {
        return data;
    }

    /**
     * Returns the length of the event's data.
     *
     * @return their length in bytes
     */
    public int dataLength() {
        return dataLength;
    }

    /**
     * Returns the event's data as text.
     *
     * @return its data lines, joined by line feeds
     */
    public String dataText() {
        return new String(data, 0, dataLength, StandardCharsets.UTF_8);
    }

    /**
     * Compares the event's data with a text.
     *
     * @param ascii the text in ASCII
     * @return true if they are the same
     */
    public boolean dataIs(byte[] ascii) {
        return Arrays.equals(data, 0, dataLength, ascii, 0, ascii.length);
    }

    /**
     * Returns the arrival of the event or comment.
     *
     * @return the moment of the read that brought the first byte of its first data line, as {@link System#nanoTime()};
     *         the blank line that completes an event may have arrived later
     */
    public long nanos() {
        return itemNanos;
    }

    /**
     * Returns whether the event's last line had ended.
     *
     * @return false if the stream ended within a line, so that the data may be cut
     */
    public boolean whole() {
        return whole;
    }
}
