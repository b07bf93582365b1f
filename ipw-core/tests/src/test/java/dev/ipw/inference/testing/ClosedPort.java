package dev.ipw.inference.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port on which nobody listens, and that nobody else can have meanwhile. */
public final class ClosedPort implements AutoCloseable {
    private final Socket holding = new Socket();

    /** Take a port that is free, of all addresses, without listening on it. */
    public ClosedPort() throws IOException {
        holding.bind(new InetSocketAddress(0));
    }

    /** Return its number. */
    public int number() {
        return holding.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        holding.close();
    }
}
