package dev.ipw.profile;

import java.util.List;

/** Keep a fixed number of requests in flight: each thread asks again as soon as it is answered. */
final class ClosedLoop extends Dispatcher {
    private final int requests;
    private final long rampNanos;

    ClosedLoop(RequestRunner runner, Questions questions, Load load, int requests) {
        super(runner, questions, load);
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
        for (List<PlannedQuestion> next = next(now); !next.isEmpty(); next = next(now)) {
            ask(next, now);
            now = System.nanoTime();
        }
    }
}
