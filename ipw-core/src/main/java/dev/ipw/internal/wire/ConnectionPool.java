package dev.ipw.internal.wire;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The idle connections, kept for a while. While there are any, a virtual thread closes those that have been idle for
 * too long, so that an unused client leaves no connection open and needs no closing.
 */
final class ConnectionPool {
    private static final Duration SWEEP = Duration.ofSeconds(1);
    /**
     * The number of kept connections that may turn out closed before it is compared with the number that were usable.
     */
    private static final int MAX_CLOSED = 8;

    private final int mostIdle;
    private final Duration longestIdle;
    private final LongSupplier clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Route, Deque<Idle>> idle = new HashMap<>();
    private final Map<Route, Reuse> reuses = new HashMap<>();
    private int count;
    private boolean sweeping;

    /**
     * Creates an empty pool.
     *
     * @param mostIdle    the maximum number, to all servers together
     * @param longestIdle the maximum idle time
     * @param clock       returns the time in nanoseconds
     */
    ConnectionPool(int mostIdle, Duration longestIdle, LongSupplier clock) {
        this.mostIdle = mostIdle;
        this.longestIdle = longestIdle;
        this.clock = clock;
    }

    /** Takes the most recently used connection that is still open, if there is one. */
    Optional<Connection> take(Route route) {
        for (Optional<Idle> last = last(route); last.isPresent(); last = last(route)) {
            Connection connection = last.get().connection;
            if (last.get().untilNanos - clock.getAsLong() > 0 && !connection.stale()) {
                return Optional.of(connection);
            }
            connection.close();
        }
        return Optional.empty();
    }

    /** Records that a request over a kept connection was answered. */
    void heldUp(Route route) {
        count(route, new Reuse(1, 0));
    }

    /** Records that a kept connection was closed while it carried a request. */
    void closedUnanswered(Route route) {
        count(route, new Reuse(0, 1));
    }

    private void count(Route route, Reuse more) {
        lock.lock();
        try {
            reuses.merge(route, more, Reuse::plus);
        } finally {
            lock.unlock();
        }
    }

    private Optional<Idle> last(Route route) {
        lock.lock();
        try {
            Deque<Idle> some = idle.get(route);
            if (some == null) {
                return Optional.empty();
            }
            Idle last = some.removeLast();
            if (some.isEmpty()) {
                idle.remove(route);
            }
            count--;
            return Optional.of(last);
        } finally {
            lock.unlock();
        }
    }

    /** Keeps a connection whose response has been read to its end, unless its head or a limit forbids it. */
    void put(Connection connection, ResponseHead head) {
        Duration patience = head.keepsFor(longestIdle);
        if (connection.holdsBytes() || !patience.isPositive() || !add(connection, patience)) {
            connection.close();
        }
    }

    private boolean add(Connection connection, Duration patience) {
        lock.lock();
        try {
            if (count == mostIdle || reuses.getOrDefault(connection.route(), Reuse.NONE).isFutile()) {
                return false;
            }
            count++;
            idle.computeIfAbsent(connection.route(), first -> new ArrayDeque<>())
                    .addLast(new Idle(connection, clock.getAsLong() + patience.toNanos()));
            if (!sweeping) {
                sweeping = true;
                Thread.ofVirtual().name("ipw-idle-connections").inheritInheritableThreadLocals(false)
                        .start(this::sweepWhileAny);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void sweepWhileAny() {
        try {
            do {
                Thread.sleep(SWEEP);
            } while (sweep());
        } catch (InterruptedException neverInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Closes the connections that have been idle for too long. Returns false if none remains; then the sweeping ends.
     */
    boolean sweep() {
        List<Idle> late = new ArrayList<>();
        lock.lock();
        try {
            long now = clock.getAsLong();
            for (Deque<Idle> some : idle.values()) {
                some.stream().filter(one -> one.untilNanos - now <= 0).forEach(late::add);
                some.removeIf(one -> one.untilNanos - now <= 0);
            }
            idle.values().removeIf(Deque::isEmpty);
            count -= late.size();
            sweeping = count > 0;
            return sweeping;
        } finally {
            lock.unlock();
            late.forEach(one -> one.connection.close());
        }
    }

    /** The number of kept connections of a route that were usable, and of those that turned out closed. */
    private record Reuse(long held, long closed) {
        static final Reuse NONE = new Reuse(0, 0);

        Reuse plus(Reuse other) {
            return new Reuse(held + other.held, closed + other.closed);
        }

        /** Returns whether keeping connections costs more repeated requests than it saves connections. */
        boolean isFutile() {
            return closed > MAX_CLOSED && closed > held;
        }
    }

    private record Idle(Connection connection, long untilNanos) {}
}
