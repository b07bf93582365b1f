package dev.ipw.profile.internal;

import dev.ipw.load.Load;
import dev.ipw.query.QueryRunner;
import java.util.Optional;

/** The load with a fixed number of requests in flight: each thread asks again as soon as it is answered. */
final class ClosedLoop extends Dispatcher {
    private final int requests;
    private final long rampNanos;

    ClosedLoop(QueryRunner runner, CallRunner calls, Questions questions, Load load, int requests) {
        super(runner, calls, questions, load);
        this.requests = Math.min(requests, questions.most());
        rampNanos = load.ramp().toNanos();
    }

    @Override
    void begin() {
        for (int thread = 0; thread < requests; thread++) {
            long offset = Math.round((double) rampNanos * thread / requests);
            fork(Thread.ofVirtual().name("ipw-request-" + thread), () -> work(offset));
        }
    }

    private void work(long offset) {
        if (!await(offset)) {
            return;
        }
        long now = System.nanoTime();
        for (Optional<PlannedQuestion> next = next(now); next.isPresent(); next = next(now)) {
            ask(next.get(), now);
            now = System.nanoTime();
        }
    }
}
