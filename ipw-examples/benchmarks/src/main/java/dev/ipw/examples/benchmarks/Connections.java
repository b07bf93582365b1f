package dev.ipw.examples.benchmarks;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Consumer;

/** The connections to a server. */
public final class Connections {
    private Connections() {}

    /** Accepts connections until the listener is closed, and serves each on a thread of its own. */
    public static void accept(ServerSocket listener, Consumer<Socket> server) {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> server.accept(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }
}
