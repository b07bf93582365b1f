package dev.ipw.internal.wire;

import java.io.IOException;
import java.io.InputStream;

/** Read bytes from a socket with the moment of each read. */
abstract class StampedInput extends InputStream {
    /** Returns when the latest bytes were read from the socket, before anything looked at them. */
    abstract long readNanos();

    /** Returns whether nothing has come that was not given, not even the end; false if that cannot be seen at once. */
    abstract boolean isQuiet();

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public abstract int read(byte[] buffer, int offset, int length) throws IOException;
}
