package dev.ipw.internal.io;

import dev.ipw.internal.thread.Cancellation;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * A reader of UTF-8 text line by line, with a maximum length of a line. A line ends with LF, CR LF or the end of the
 * stream; a byte order mark at the start is omitted.
 */
public final class LineReader implements Closeable {
    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final int READ_BYTES = 1 << 16;

    private final InputStream stream;
    private final int mostBytes;
    private final byte[] read = new byte[READ_BYTES];
    private byte[] line = new byte[256];
    private int lineBytes;
    private int position;
    private int limit;
    private long lineNumber;
    private boolean terminated;

    /**
     * Reads from a stream, which is closed with this reader.
     *
     * @param stream    the text
     * @param mostBytes the maximum number of bytes of a line without its end
     */
    public LineReader(InputStream stream, int mostBytes) {
        this.stream = stream;
        this.mostBytes = mostBytes;
    }

    /**
     * Reads the next line.
     *
     * @return the line without its end; empty at the end of the stream
     * @throws CharacterCodingException                   if the line is not UTF-8
     * @throws LineTooLongException                       if the line is longer than the maximum; the next call
     *                                                    continues within it
     * @throws IOException                                if reading fails
     * @throws java.util.concurrent.CancellationException if the thread is to read no further
     */
    public Optional<String> next() throws IOException {
        Cancellation.check();
        if (!hasMore()) {
            return Optional.empty();
        }
        lineBytes = 0;
        terminated = false;
        lineNumber++;
        while (!terminated && hasMore()) {
            int end = position;
            while (end < limit && read[end] != '\n') {
                end++;
            }
            take(end);
            terminated = end < limit;
            position = terminated ? end + 1 : end;
        }
        String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line, 0, lineBytes)).toString();
        int start = lineNumber == 1 && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
        int end = text.endsWith("\r") ? text.length() - 1 : text.length();
        return Optional.of(text.substring(start, end));
    }

    /**
     * Returns the bytes of the latest line, before their decoding.
     *
     * @return the line without its LF; valid until the next one is read
     */
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(line, 0, lineBytes);
    }

    private boolean hasMore() throws IOException {
        if (position == limit) {
            position = 0;
            limit = Math.max(0, stream.read(read));
        }
        return position < limit;
    }

    private void take(int end) throws IOException {
        int bytes = end - position;
        if (bytes > mostBytes - lineBytes) {
            throw new LineTooLongException(mostBytes);
        }
        if (bytes > line.length - lineBytes) {
            line = Arrays.copyOf(line, Math.clamp(2L * line.length, lineBytes + bytes, mostBytes));
        }
        System.arraycopy(read, position, line, lineBytes, bytes);
        lineBytes += bytes;
    }

    /**
     * Returns the number of the latest line.
     *
     * @return its number from 1; 0 before the first
     */
    public long lineNumber() {
        return lineNumber;
    }

    /**
     * Returns whether the latest line had its end; one without may have been cut off while it was written.
     *
     * @return false if the stream ended first
     */
    public boolean terminated() {
        return terminated;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }

    /** An error of a line that is longer than the maximum. */
    public static final class LineTooLongException extends IOException {
        @Serial
        private static final long serialVersionUID = 1L;

        private LineTooLongException(int mostBytes) {
            super("the line is longer than " + mostBytes + " bytes");
        }
    }
}
