package dev.ipw.internal.wire;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;

/** A socket for the JDK's TLS, over streams of our own. */
final class StampedSocket extends Socket {
    private final StampedInput in;
    private final StampedOutput out;
    private final Closeable beneath;

    StampedSocket(StampedInput in, StampedOutput out, Closeable beneath) {
        this.in = in;
        this.out = out;
        this.beneath = beneath;
    }

    @Override
    public StampedInput getInputStream() {
        return in;
    }

    @Override
    public StampedOutput getOutputStream() {
        return out;
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    public void close() throws IOException {
        beneath.close();
    }
}
