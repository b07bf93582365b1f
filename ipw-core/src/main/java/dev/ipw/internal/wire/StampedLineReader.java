package dev.ipw.internal.wire;

import java.util.Arrays;

/**
 * A reader of arriving bytes as lines, each with the arrival of its first byte. They end in LF, CR or CRLF. A byte
 * order mark at the start is skipped. A line is a part of {@link #buffer()} and valid until the next one is read.
 */
final class StampedLineReader {
    private static final int FIRST_CAPACITY = 8192;

    private final ByteSource source;
    private final int maxLineBytes;
    private byte[] buffer = new byte[FIRST_CAPACITY];
    private int lineStart;
    private int lineEnd;
    private int position;
    private int limit;
    private long lineNanos;
    private boolean skipLineFeed;
    private boolean anyLine;
    private boolean terminated;
    private boolean ended;

    /**
     * Creates a reader of lines.
     *
     * @param source       gives the bytes
     * @param maxLineBytes the longest line that is read
     */
    StampedLineReader(ByteSource source, int maxLineBytes) {
        this.source = source;
        this.maxLineBytes = maxLineBytes;
    }

    /**
     * Moves to the next line. A CR ends a line at once, without waiting for a possible LF.
     *
     * @return false after the last line; bytes after the last line end are a line too
     * @throws WireException if the bytes stop arriving, or a line is too long
     */
    public boolean next() throws WireException {
        lineStart = position;
        lineNanos = source.readNanos();
        int scan = position;
        while (true) {
            while (scan < limit && buffer[scan] != '\n' && buffer[scan] != '\r') {
                scan++;
            }
            if (scan - lineStart > maxLineBytes) {
                throw new WireException(WireFault.TOO_LARGE, "A line is longer than " + maxLineBytes + " bytes");
            }
            if (scan < limit) {
                take(scan);
                return true;
            }
            int pending = scan - lineStart;
            if (!fill()) {
                lineEnd = lineStart + pending;
                position = lineEnd;
                terminated = false;
                skipByteOrderMark();
                return lineEnd > lineStart;
            }
            scan = lineStart + pending;
        }
    }

    private void take(int end) {
        lineEnd = end;
        position = end + 1;
        if (buffer[end] == '\r') {
            if (position == limit) {
                skipLineFeed = true;
            } else if (buffer[position] == '\n') {
                position++;
            }
        }
        terminated = true;
        skipByteOrderMark();
    }

    private void skipByteOrderMark() {
        if (!anyLine && lineEnd - lineStart >= 3 && buffer[lineStart] == (byte) 0xEF
                && buffer[lineStart + 1] == (byte) 0xBB && buffer[lineStart + 2] == (byte) 0xBF) {
            lineStart += 3;
        }
        anyLine = true;
    }

    /** Reads once more after the pending line, which may move. Returns false at the end. */
    private boolean fill() throws WireException {
        if (ended) {
            return false;
        }
        makeRoom();
        boolean fresh = lineStart == limit;
        int count = source.read(buffer, limit, buffer.length - limit);
        if (count < 0) {
            ended = true;
            return false;
        }
        limit += count;
        if (fresh) {
            lineNanos = source.readNanos();
            if (skipLineFeed && buffer[lineStart] == '\n') {
                lineStart++;
            }
            skipLineFeed = false;
        }
        return true;
    }

    private void makeRoom() {
        if (lineStart > 0 && (lineStart == limit || buffer.length - limit < buffer.length / 4)) {
            System.arraycopy(buffer, lineStart, buffer, 0, limit - lineStart);
            limit -= lineStart;
            lineStart = 0;
        }
        if (limit == buffer.length) {
            buffer = Arrays.copyOf(buffer, (int) Math.min(buffer.length * 2L, maxLineBytes + 2L));
        }
    }

    /**
     * Returns the buffer with the line.
     *
     * @return the buffer itself; {@link #next()} overwrites it
     */
    public byte[] buffer() {
        return buffer;
    }

    /**
     * Returns the start of the line.
     *
     * @return the index of its first byte
     */
    public int start() {
        return lineStart;
    }

    /**
     * Returns the end of the line.
     *
     * @return the index after its last byte, without line end
     */
    public int end() {
        return lineEnd;
    }

    /**
     * Returns when the line began to arrive.
     *
     * @return the moment of the read that brought its first byte, as {@link System#nanoTime()}
     */
    public long nanos() {
        return lineNanos;
    }

    /**
     * Returns whether the line had a line end; only the last one can be without.
     *
     * @return false if the bytes ended within the line
     */
    public boolean terminated() {
        return terminated;
    }
}
