package dev.ipw.internal.wire;

import java.io.IOException;
import java.io.InputStream;

/** The input of a socket, with the moment of each read. */
abstract class StampedInput extends InputStream {
    /** Returns the moment of the latest read from the socket, before anything processed the bytes. */
    abstract long readNanos();

    /**
     * Returns whether nothing has arrived that was not returned, not even the end; false if that cannot be checked at
     * once.
     */
    abstract boolean isQuiet();

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public abstract int read(byte[] buffer, int offset, int length) throws IOException;
}
