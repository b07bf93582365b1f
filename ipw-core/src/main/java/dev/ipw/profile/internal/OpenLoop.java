package dev.ipw.profile.internal;

import dev.ipw.load.Load;
import dev.ipw.query.QueryRunner;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/**
 * The load that starts requests when they are due, however long the answers take. Only if more are in flight than a
 * machine can hold does a request wait; it keeps its intended start, so that the wait is part of its latency.
 */
final class OpenLoop extends Dispatcher {
    private static final int MAX_IN_FLIGHT = 65_536;

    private final LongSupplier arrivals;
    private final Semaphore room = new Semaphore(MAX_IN_FLIGHT);

    OpenLoop(QueryRunner runner, CallRunner calls, Questions questions, Load load, LongSupplier arrivals) {
        super(runner, calls, questions, load);
        this.arrivals = arrivals;
    }

    @Override
    void begin() {
        // A platform thread, because virtual threads may be too busy with answers to run it on time.
        fork(Thread.ofPlatform().daemon().name("ipw-arrivals"), this::pace);
    }

    private void pace() {
        for (long offset = arrivals.getAsLong(); await(offset); offset = arrivals.getAsLong()) {
            long due = startNanos() + offset;
            Optional<PlannedQuestion> next = next(due);
            if (next.isEmpty() || !hasRoom()) {
                return;
            }
            fork(Thread.ofVirtual().name("ipw-request"), () -> {
                try {
                    ask(next.get(), due);
                } finally {
                    room.release();
                }
            });
        }
    }

    private boolean hasRoom() {
        try {
            room.acquire();
            return true;
        } catch (InterruptedException stopped) {
            return false;
        }
    }
}
