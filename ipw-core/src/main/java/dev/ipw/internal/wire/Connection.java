package dev.ipw.internal.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Proxy;
import java.net.Socket;

/** A connection to a server with the bytes that were read from it and not yet used. One thread uses it at a time. */
final class Connection {
    private static final int BUFFER_BYTES = 8192;

    private final Route route;
    private final Proxy proxy;
    private final StampedSocket bare;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;
    private long readNanos = System.nanoTime();
    private long writtenNanos = readNanos;
    private boolean answered;

    /**
     * Creates a connection.
     *
     * @param route  its target
     * @param proxy  the proxy, or none
     * @param bare   the socket that records moments and is closed
     * @param spoken the socket for reading and writing: the same one, or TLS around it
     */
    Connection(Route route, Proxy proxy, StampedSocket bare, Socket spoken) throws IOException {
        this.route = route;
        this.proxy = proxy;
        this.bare = bare;
        in = spoken.getInputStream();
        out = spoken.getOutputStream();
    }

    Route route() {
        return route;
    }

    Proxy proxy() {
        return proxy;
    }

    /** Writes bytes, and returns the moment when the last of them had been handed over. */
    long write(byte[] bytes) throws IOException {
        answered = false;
        out.write(bytes);
        out.flush();
        writtenNanos = bare.getOutputStream().handedNanos();
        return writtenNanos;
    }

    /** Returns the next byte, or -1 at the end. */
    int next() throws IOException {
        return hasBytes() ? buffer[position++] & 0xFF : -1;
    }

    /** Returns the bytes that have arrived, after waiting for some; -1 at the end. */
    int read(byte[] bytes, int offset, int length) throws IOException {
        if (!hasBytes()) {
            return -1;
        }
        int count = Math.min(length, limit - position);
        System.arraycopy(buffer, position, bytes, offset, count);
        position += count;
        return count;
    }

    /** Waits until a byte is available. Returns false at the end. */
    boolean hasBytes() throws IOException {
        while (position == limit) {
            int count = in.read(buffer, 0, buffer.length);
            if (count < 0) {
                return false;
            }
            readNanos = bare.getInputStream().readNanos();
            answered = true;
            position = 0;
            limit = count;
        }
        return true;
    }

    /** Returns whether bytes have been read that were not yet returned. */
    boolean holdsBytes() {
        return position < limit;
    }

    /** Returns whether anything has been read since the last bytes were written. */
    boolean answered() {
        return answered;
    }

    /** Returns the moment of the read of the current bytes, taken before anything processed them. */
    long readNanos() {
        // An answer can be read before the writing thread has read its clock.
        return readNanos - writtenNanos < 0 ? writtenNanos : readNanos;
    }

    /** Returns whether an idle connection cannot be used any more: closed, or with unsolicited bytes. */
    boolean stale() {
        return holdsBytes() || !bare.getInputStream().isQuiet();
    }

    /** Closes it at once, without a closing handshake that could block. */
    void close() {
        closeQuietly(bare);
    }

    static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyBroken) {
            // The connection is of no further use, so a failure to close does not matter.
            return;
        }
    }
}
