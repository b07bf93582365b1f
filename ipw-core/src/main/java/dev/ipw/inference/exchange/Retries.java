package dev.ipw.inference.exchange;

import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireFault;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The decision whether a failed request is tried again, and after which wait. It is tried again if the server reports
 * that it is busy, or closed the connection before it answered anything. The waits double from half a second; a random
 * half of each is omitted, so that requests that failed together do not return together. A wait that the server asks
 * for is observed; if it exceeds ten minutes, the request fails at once.
 */
final class Retries {
    private static final Set<Integer> BUSY = Set.of(429, 502, 503, 504, 529);
    private static final Duration FIRST_WAIT = Duration.ofMillis(500);
    private static final int MAX_DOUBLINGS = 6;
    /** Limits of requests per minute end sooner; those of a day are not worth waiting for. */
    private static final Duration LONGEST_ASKED_WAIT = Duration.ofMinutes(10);

    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    private final SplittableRandom random;

    /**
     * Allows retries.
     *
     * @param most the maximum number for one request, 0 for none
     * @param seed the seed of the random part of the waits
     */
    Retries(int most, long seed) {
        this.most = most;
        random = new SplittableRandom(seed);
    }

    /** Returns whether another try is useful after a status, and the wait that the server asks for. */
    boolean allow(int triesBefore, int status, Optional<Duration> asked) {
        return triesBefore < most && BUSY.contains(status)
                && asked.filter(wait -> wait.compareTo(LONGEST_ASKED_WAIT) > 0).isEmpty();
    }

    /** Returns whether another try is useful after a connection that broke before a response began. */
    boolean allow(int triesBefore, WireException broken) {
        return triesBefore < most && broken.fault() == WireFault.TRUNCATED;
    }

    /** Returns the wait before the next try. */
    Duration waitAfter(int triesBefore, Optional<Duration> asked) {
        long ownNanos = FIRST_WAIT.toNanos() << Math.min(triesBefore, MAX_DOUBLINGS);
        Duration own = Duration.ofNanos(Math.round(ownNanos * (0.5 + draw() / 2)));
        return asked.filter(wait -> !wait.isZero())
                .map(wait -> wait.plus(FIRST_WAIT.multipliedBy((long) (draw() * 100)).dividedBy(100))).orElse(own);
    }

    private double draw() {
        lock.lock();
        try {
            return random.nextDouble();
        } finally {
            lock.unlock();
        }
    }
}
