package dev.ipw.internal.wire;

/**
 * A reader of JSON values of one line each, as they arrive. Blank lines are skipped. A line that a broken connection
 * cut is not returned; one without line end at the regular end of the stream is, and {@link #whole()} then returns
 * false.
 */
public final class NdjsonReader {
    /** The maximum length of a line from a model server, 4 MiB. */
    public static final int MAX_LINE_BYTES = 4 << 20;

    private final StampedLineReader lines;

    /**
     * Creates a reader of lines.
     *
     * @param source       gives the bytes
     * @param maxLineBytes the longest line that is read
     */
    public NdjsonReader(ByteSource source, int maxLineBytes) {
        lines = new StampedLineReader(source, maxLineBytes);
    }

    /**
     * Moves to the next line that is not blank. The values of the line before are lost.
     *
     * @return false after the last line
     * @throws WireException if the bytes stop arriving, or a line is too long
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
     * Returns the buffer with the line, in UTF-8.
     *
     * @return the buffer itself; {@link #next()} overwrites it
     */
    public byte[] buffer() {
        return lines.buffer();
    }

    /**
     * Returns the start of the line.
     *
     * @return the index of its first byte
     */
    public int start() {
        return lines.start();
    }

    /**
     * Returns the length of the line.
     *
     * @return its length in bytes, without line end
     */
    public int length() {
        return lines.end() - lines.start();
    }

    /**
     * Returns the arrival of the line.
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
