package dev.ipw.internal.wire;

import java.time.Duration;

/**
 * The limits of one exchange in time and size.
 *
 * @param connect      until the connection is established, including name look-up and TLS
 * @param firstByte    from the send to the response's head
 * @param idle         between two reads of the body
 * @param total        for the whole exchange
 * @param maxBodyBytes the maximum bytes of body that are read
 */
public record WireLimits(Duration connect, Duration firstByte, Duration idle, Duration total, long maxBodyBytes) {
    /** Patience for a model on a slow machine: 10 s, 5 min, 2 min, 30 min, and 64 MiB. */
    public static final WireLimits DEFAULT = new WireLimits(Duration.ofSeconds(10), Duration.ofMinutes(5),
            Duration.ofMinutes(2), Duration.ofMinutes(30), 64L << 20);

    /** Rejects limits that nothing can meet. */
    public WireLimits {
        requirePositive("connect", connect);
        requirePositive("first byte", firstByte);
        requirePositive("idle", idle);
        requirePositive("total", total);
        if (maxBodyBytes < 1) {
            throw new IllegalArgumentException("The most bytes of a body must be at least 1, not " + maxBodyBytes);
        }
    }

    private static void requirePositive(String name, Duration limit) {
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("The " + name + " limit must be longer than zero, not " + limit);
        }
    }

    /** Returns the shortest limit in nanoseconds: no deadline can begin and pass within it. */
    long shortestNanos() {
        Duration shortest = connect;
        for (Duration limit : new Duration[]{firstByte, idle, total}) {
            shortest = limit.compareTo(shortest) < 0 ? limit : shortest;
        }
        return nanos(shortest);
    }

    /** Returns a limit in nanoseconds; more than a century becomes a century. */
    static long nanos(Duration limit) {
        Duration century = Duration.ofDays(36_525);
        return (limit.compareTo(century) < 0 ? limit : century).toNanos();
    }
}
