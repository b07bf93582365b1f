package dev.ipw.internal.wire;

/**
 * Read JSON values of one line each, as they arrive. Blank lines are passed over. A line that a broken connection cut is
 * not given; one without line end at the orderly end of the stream is, and {@link #whole()} tells so.
 */
public final class NdjsonReader {
    /** The longest line read from a model server, 4 MiB. */
    public static final int MAX_LINE_BYTES = 4 << 20;

    private final StampedLineReader lines;

    /**
     * Reads lines.
     *
     * @param source       gives the bytes
     * @param maxLineBytes the longest line that is read
     */
    public NdjsonReader(ByteSource source, int maxLineBytes) {
        lines = new StampedLineReader(source, maxLineBytes);
    }

    /**
     * Goes to the next line with something in it. What the one before gave is gone.
     *
     * @return false after the last line
     * @throws WireException if the bytes stop coming, or a line is too long
     */
    public boolean next() throws WireException {
        while (lines.next()) {
            if (!blank()) {
                return true;
            }
        }
        return false;
    }

    private boolean blank() {
        for (int at = lines.start(); at < lines.end(); at++) {
            byte character = lines.buffer()[at];
            if (character != ' ' && character != '\t') {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the bytes that hold the line, in UTF-8.
     *
     * @return the buffer itself; it is written again by {@link #next()}
     */
    public byte[] buffer() {
        return lines.buffer();
    }

    /**
     * Returns where the line starts.
     *
     * @return the index of its first byte
     */
    public int start() {
        return lines.start();
    }

    /**
     * Returns how long the line is.
     *
     * @return its length in bytes, line end left out
     */
    public int length() {
        return lines.end() - lines.start();
    }

    /**
     * Returns when the line came.
     *
     * @return the moment of the read that brought its first byte, as {@link System#nanoTime()}
     */
    public long nanos() {
        return lines.nanos();
    }

    /**
     * Returns whether the line had ended.
     *
     * @return false if the stream ended within it, so that it may be cut
     */
    public boolean whole() {
        return lines.terminated();
    }
}
