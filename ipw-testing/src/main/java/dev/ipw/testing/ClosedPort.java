package dev.ipw.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port of this machine where nobody listens: it is taken, so that no other program can begin to. */
public final class ClosedPort implements AutoCloseable {
    private final Socket socket = new Socket();

    /** Takes a free port of all addresses, without listening on it. */
    public ClosedPort() throws IOException {
        socket.bind(new InetSocketAddress(0));
    }

    /** Returns its number. */
    public int number() {
        return socket.getLocalPort();
    }

    /** Returns the address of a server that would listen there, without a path. */
    public String address() {
        return "http://127.0.0.1:" + number();
    }

    /** Returns it back. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
