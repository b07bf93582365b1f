package dev.ipw.internal.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A connection of a client to a server of this project, whose reads end at a deadline. Deadlines are for the thread that reads. */
public final class ServedConnection implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;
    private long untilNanos;

    ServedConnection(Socket socket, Duration first) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        in = new DeadlineInput(socket.getInputStream());
        expectWithin(first);
    }

    /**
     * Sets the deadline of all reads from now on.
     *
     * @param longest the maximum time of all of them together
     */
    public void expectWithin(Duration longest) {
        untilNanos = System.nanoTime() + longest.toNanos();
    }

    /**
     * Returns the bytes from the client.
     *
     * @return a stream whose reads throw {@link SocketTimeoutException} at the deadline; more can be read after a later
     *         one is set
     */
    public InputStream input() {
        return in;
    }

    /**
     * Returns the stream to the client.
     *
     * @return the stream
     * @throws IOException if the connection is closed
     */
    public OutputStream output() throws IOException {
        return socket.getOutputStream();
    }

    /**
     * Returns the address of the client.
     *
     * @return the address
     */
    public InetAddress peer() {
        return socket.getInetAddress();
    }

    /**
     * Signals the client that no more bytes follow.
     *
     * @throws IOException if the connection is closed
     */
    public void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private final class DeadlineInput extends InputStream {
        private final InputStream bytes;

        DeadlineInput(InputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() throws IOException {
            limit();
            return bytes.read();
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            limit();
            return bytes.read(buffer, offset, length);
        }

        private void limit() throws IOException {
            long left = untilNanos - System.nanoTime();
            if (left <= 0) {
                throw new SocketTimeoutException("the client sent nothing in time");
            }
            socket.setSoTimeout(Math.clamp(TimeUnit.NANOSECONDS.toMillis(left), 1, Integer.MAX_VALUE));
        }
    }
}
