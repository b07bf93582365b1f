package dev.ipw.inference.exchange;

import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireFault;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Decide whether a failed request is tried again, and after how long. It is where the server says that it is busy, or
 * closed the connection before it answered anything. The waits double from half a second; a random half of each is left
 * out, so that requests that failed together do not come back together. A wait that the server asks for is kept, up to a
 * minute.
 */
final class Retries {
    private static final Set<Integer> BUSY = Set.of(429, 502, 503, 504, 529);
    private static final Duration FIRST_WAIT = Duration.ofMillis(500);
    private static final int MOST_DOUBLINGS = 6;
    private static final Duration LONGEST_ASKED_WAIT = Duration.ofMinutes(1);

    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    private final SplittableRandom random;

    /**
     * Allow retries.
     *
     * @param most how many for one request, 0 for none
     * @param seed what the random part of the waits is drawn from
     */
    Retries(int most, long seed) {
        this.most = most;
        random = new SplittableRandom(seed);
    }

    /** Return whether another try is worth it after a status. */
    boolean allow(int triesBefore, int status) {
        return triesBefore < most && BUSY.contains(status);
    }

    /** Return whether another try is worth it after a connection that broke before a response began. */
    boolean allow(int triesBefore, WireException broken) {
        return triesBefore < most && broken.fault() == WireFault.TRUNCATED;
    }

    /** Return how long to wait before the next try. */
    Duration waitAfter(int triesBefore, Optional<String> retryAfter, Instant now) {
        long ownNanos = FIRST_WAIT.toNanos() << Math.min(triesBefore, MOST_DOUBLINGS);
        Duration own = Duration.ofNanos(Math.round(ownNanos * (0.5 + draw() / 2)));
        Duration asked = retryAfter.flatMap(text -> asked(text.strip(), now)).orElse(Duration.ZERO);
        Duration kept = asked.compareTo(LONGEST_ASKED_WAIT) < 0 ? asked : LONGEST_ASKED_WAIT;
        return kept.isZero() ? own : kept.plus(FIRST_WAIT.multipliedBy((long) (draw() * 100)).dividedBy(100));
    }

    private double draw() {
        lock.lock();
        try {
            return random.nextDouble();
        } finally {
            lock.unlock();
        }
    }

    /** Read a number of seconds, or a date. */
    private static Optional<Duration> asked(String text, Instant now) {
        if (text.matches("\\d{1,9}(\\.\\d{1,9})?")) {
            return Optional.of(Duration.ofNanos(Math.round(Double.parseDouble(text) * 1e9)));
        }
        try {
            Duration until = Duration.between(now,
                    ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
            return until.isNegative() ? Optional.empty() : Optional.of(until);
        } catch (DateTimeException unreadable) {
            return Optional.empty();
        }
    }
}
