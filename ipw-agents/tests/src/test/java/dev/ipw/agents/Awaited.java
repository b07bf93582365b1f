package dev.ipw.agents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What a test waits for, with no limit but that of the suite: how long it takes is for the machine to say. */
public final class Awaited {
    private Awaited() {}

    /** Wait until something holds. */
    public static void until(BooleanSupplier holds) {
        while (!holds.getAsBoolean()) {
            try {
                TimeUnit.MILLISECONDS.sleep(5);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while waiting", ended);
            }
        }
    }

    /** Take a port at which every connection is refused until the socket is closed: nobody else can get it. */
    public static Socket refusingPort() {
        Socket bound = new Socket();
        try {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
        return bound;
    }
}
