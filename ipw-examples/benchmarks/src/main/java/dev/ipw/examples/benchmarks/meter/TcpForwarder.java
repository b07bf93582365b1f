package dev.ipw.examples.benchmarks.meter;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A forwarder of bytes that understands none of them, with two virtual threads for each connection: the baseline. */
final class TcpForwarder implements AutoCloseable {
    private static final int BACKLOG = 4_096;
    private static final int BUFFER_BYTES = 16 << 10;

    private final ServerSocket listener;
    private final int upstreamPort;

    TcpForwarder(int port, int upstreamPort) throws IOException {
        this.upstreamPort = upstreamPort;
        listener = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("forwarder").start(this::accept);
    }

    /**
     * Forwards connections until the process is ended.
     *
     * @param arguments the port to listen on, and the port of the server
     */
    public static void main(String[] arguments) throws Exception {
        try (TcpForwarder forwarder = new TcpForwarder(Integer.parseInt(arguments[0]),
                Integer.parseInt(arguments[1]))) {
            System.out.println("forwarding from port " + forwarder.port());
            Thread.currentThread().join();
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket caller = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), upstreamPort);
                caller.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> copy(caller, server));
                Thread.ofVirtual().start(() -> copy(server, caller));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void copy(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (from; to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
        } catch (IOException gone) {
            return;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
