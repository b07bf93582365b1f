package dev.ipw.inference.relay;

import dev.ipw.internal.wire.ConnectionListener;
import dev.ipw.internal.wire.ServedConnection;
import dev.ipw.internal.wire.Transport;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A relay in front of a model server. It passes requests that its {@link Admission} allows on to the server and the
 * responses back as they arrive, byte for byte, and reports the events of model calls. A slow client slows the server;
 * a client that leaves cancels its request.
 */
public final class Relay implements AutoCloseable {
    private static final int PARTS_FOR_ANSWERS = 4;

    private final RelaySettings settings;
    private final Transport transport;
    private final Admission admission;
    private final AtomicLong heldBytes = new AtomicLong();
    private final AtomicLong heldAnswerBytes = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final Set<ClientConnection> connections = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private final Set<RelayedExchange> running = new LinkedHashSet<>();
    private volatile boolean isDraining;
    private @Nullable ConnectionListener listener;

    private Relay(RelaySettings settings, Transport transport, Admission admission) {
        this.settings = settings;
        this.transport = transport;
        this.admission = admission;
    }

    /**
     * Starts a relay.
     *
     * @param socket    a bound socket, which is closed with the relay
     * @param settings  its limits
     * @param transport the connections to the server
     * @param admission decides which requests are passed on
     * @return the running relay
     */
    public static Relay start(ServerSocket socket, RelaySettings settings, Transport transport, Admission admission) {
        Relay relay = new Relay(settings, transport, admission);
        relay.listener = ConnectionListener.start(settings.name(), socket, settings.clients(), relay::serve);
        return relay;
    }

    private void serve(ServedConnection connection) {
        ClientConnection client = new ClientConnection(connection, this,
                new HeldBytes(heldBytes, settings.maxHeldBytes()));
        connections.add(client);
        try {
            client.run();
        } finally {
            connections.remove(client);
        }
    }

    RelaySettings settings() {
        return settings;
    }

    Transport transport() {
        return transport;
    }

    Admission admission() {
        return admission;
    }

    /** Returns the count of an answer that is read as a whole: its text and tree take several times its bytes. */
    HeldBytes heldAnswer() {
        return new HeldBytes(heldAnswerBytes, settings.maxHeldBytes() / PARTS_FOR_ANSWERS);
    }

    AtomicLong failures() {
        return failures;
    }

    boolean isDraining() {
        return isDraining;
    }

    /**
     * Returns the number of calls whose events could not be recorded because their receiver failed.
     *
     * @return the number so far
     */
    public long failedReceivers() {
        return failures.get();
    }

    /**
     * Returns the number of requests that run now.
     *
     * @return the number
     */
    public int runningRequests() {
        lock.lock();
        try {
            return running.size();
        } finally {
            lock.unlock();
        }
    }

    void began(RelayedExchange exchange) {
        lock.lock();
        try {
            running.add(exchange);
        } finally {
            lock.unlock();
        }
    }

    void ended(RelayedExchange exchange) {
        lock.lock();
        try {
            running.remove(exchange);
            ended.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Accepts no more connections and requests, and lets those that run end.
     *
     * @param longest the maximum time; requests that still run are cancelled then
     * @throws InterruptedException if the calling thread is interrupted
     */
    public void drain(Duration longest) throws InterruptedException {
        if (listener != null) {
            listener.stopAccepting();
        }
        // A client whose connection is closed from now on finds nobody who accepts another.
        isDraining = true;
        connections.forEach(ClientConnection::closeIfIdle);
        awaitEnd(longest.toNanos());
        lock.lock();
        try {
            running.forEach(exchange -> exchange.cancel("the relay was stopped before the answer was whole"));
        } finally {
            lock.unlock();
        }
        awaitEnd(Duration.ofSeconds(2).toNanos());
    }

    private void awaitEnd(long longestNanos) throws InterruptedException {
        long left = longestNanos;
        lock.lock();
        try {
            while (!running.isEmpty() && left > 0) {
                left = ended.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Closes all connections, and accepts no others. */
    @Override
    public void close() {
        if (listener != null) {
            listener.close();
        }
    }
}
