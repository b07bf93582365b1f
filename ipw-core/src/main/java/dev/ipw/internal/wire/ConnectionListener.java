package dev.ipw.internal.wire;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listener of a server, which accepts connections within {@link ServingLimits} and has each served on a virtual
 * thread of its own.
 */
public final class ConnectionListener implements AutoCloseable {
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long REPEAT_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long MAX_STOP_SECONDS = 1;
    private static final Logger LOGGER = LoggerFactory.getLogger(ConnectionListener.class);

    private final String name;
    private final ServerSocket listener;
    private final ServingLimits limits;
    private final Consumer<ServedConnection> server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final CountDownLatch ended = new CountDownLatch(1);
    private long refused;
    private long warnedNanos;

    private ConnectionListener(String name, ServerSocket listener, ServingLimits limits,
            Consumer<ServedConnection> server) {
        this.name = name;
        this.listener = listener;
        this.limits = limits;
        this.server = server;
    }

    /**
     * Starts accepting connections.
     *
     * @param name     the server's name, for its threads and the log
     * @param listener a bound socket, which is closed with this
     * @param limits   the maximum number of connections, and the time limits of each
     * @param server   serves one connection until its end; it is closed afterwards
     * @return the running listener
     */
    public static ConnectionListener start(String name, ServerSocket listener, ServingLimits limits,
            Consumer<ServedConnection> server) {
        ConnectionListener started = new ConnectionListener(name, listener, limits, server);
        Thread.ofVirtual().name(name).start(started::acceptAll);
        return started;
    }

    /**
     * Returns its port.
     *
     * @return the port
     */
    public int port() {
        return listener.getLocalPort();
    }

    private void acceptAll() {
        try {
            accept();
        } finally {
            ended.countDown();
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                if (open.size() >= limits.connections()) {
                    refuse(socket);
                    continue;
                }
                open.add(socket);
                Thread.ofVirtual().name(name + "-connection").start(() -> serve(socket));
            } catch (IOException failed) {
                LOGGER.debug("{} takes no connection", name, failed);
                // If the files of the process are used up, it fails at once, repeatedly.
                if (!listener.isClosed()) {
                    LockSupport.parkNanos(REST_NANOS);
                }
            }
        }
    }

    /** Closes a connection beyond the limit. Thousands may come at once, so the log has one of a minute. */
    private void refuse(Socket socket) throws IOException {
        long now = System.nanoTime();
        if (refused++ == 0 || now - warnedNanos > REPEAT_NANOS) {
            LOGGER.warn("{} has {} connections, the most that it serves at once; it closes others ({} so far)", name,
                    limits.connections(), refused);
            warnedNanos = now;
        }
        socket.close();
    }

    private void serve(Socket socket) {
        try (ServedConnection connection = new ServedConnection(socket, limits.head())) {
            server.accept(connection);
        } catch (IOException gone) {
            LOGGER.debug("A connection to {} ended before it was served", name, gone);
        } finally {
            close(socket);
            open.remove(socket);
        }
    }

    /** Accepts no others; open connections are served on. */
    public void stopAccepting() {
        close(listener);
        try {
            // The socket listens until the thread that accepts has left it.
            var unused = ended.await(MAX_STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes all connections, and accepts no others. */
    @Override
    public void close() {
        close(listener);
        open.forEach(this::close);
    }

    private void close(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception broken) {
            LOGGER.debug("A socket of {} could not be closed", name, broken);
        }
    }
}
