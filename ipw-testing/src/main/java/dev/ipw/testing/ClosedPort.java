package dev.ipw.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port of this machine on which no program listens: it is taken, so that no other program can start to. */
public final class ClosedPort implements AutoCloseable {
    private final Socket socket = new Socket();

    /** Takes a free port of all addresses, without listening on it. */
    public ClosedPort() throws IOException {
        socket.bind(new InetSocketAddress(0));
    }

    /** Returns the number of the port. */
    public int number() {
        return socket.getLocalPort();
    }

    /** Returns the address of a server on this port, without a path. */
    public String address() {
        return "http://127.0.0.1:" + number();
    }

    /** Releases the port. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
