package dev.ipw.inference;

import java.util.EnumSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * The durations that a server reports about itself. A server that reports zero does not know; such a value is absent
 * here. An impossible one, below zero or above {@link #MAX_NANOS}, is omitted and flagged.
 *
 * @param queueNanos      waiting for a slot, in nanoseconds
 * @param loadNanos       loading the model into memory, in nanoseconds; short if it was loaded already
 * @param promptNanos     reading the prompt, in nanoseconds
 * @param generationNanos generating the answer, in nanoseconds
 * @param totalNanos      the whole request in the server's measurement, in nanoseconds; more than the sum of the
 *                        others, which need not cover all of it
 * @param flags           implausible reported figures
 */
@API(status = API.Status.EXPERIMENTAL)
public record ServerTimings(OptionalLong queueNanos, OptionalLong loadNanos, OptionalLong promptNanos,
        OptionalLong generationNanos, OptionalLong totalNanos, Set<ResponseFlag> flags) {
    /** The longest plausible duration: 366 days, in nanoseconds. */
    public static final long MAX_NANOS = 366L * 24 * 3600 * 1_000_000_000;
    /** The timings of a server that reported none. */
    public static final ServerTimings UNKNOWN = new ServerTimings(OptionalLong.empty(), OptionalLong.empty(),
            OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

    /** Omits implausible durations. */
    public ServerTimings {
        EnumSet<ResponseFlag> all = EnumSet.noneOf(ResponseFlag.class);
        all.addAll(flags);
        boolean anyImpossible = Stream.of(queueNanos, loadNanos, promptNanos, generationNanos, totalNanos)
                .anyMatch(ServerTimings::isImpossible);
        if (anyImpossible) {
            all.add(ResponseFlag.DURATION_OUT_OF_RANGE);
        }
        flags = Set.copyOf(all);
        queueNanos = possible(queueNanos);
        loadNanos = possible(loadNanos);
        promptNanos = possible(promptNanos);
        generationNanos = possible(generationNanos);
        totalNanos = possible(totalNanos);
    }

    /**
     * Creates durations without flags.
     *
     * @param queueNanos      waiting for a slot, in nanoseconds
     * @param loadNanos       getting the model into memory, in nanoseconds
     * @param promptNanos     reading the prompt, in nanoseconds
     * @param generationNanos generating the answer, in nanoseconds
     * @param totalNanos      the whole request in the server's measurement, in nanoseconds
     */
    public ServerTimings(OptionalLong queueNanos, OptionalLong loadNanos, OptionalLong promptNanos,
            OptionalLong generationNanos, OptionalLong totalNanos) {
        this(queueNanos, loadNanos, promptNanos, generationNanos, totalNanos, Set.of());
    }

    /**
     * Adds the durations of another request.
     *
     * @param other its durations
     * @return the sums, each empty unless both have it
     */
    public ServerTimings plus(ServerTimings other) {
        EnumSet<ResponseFlag> all = EnumSet.noneOf(ResponseFlag.class);
        all.addAll(flags);
        all.addAll(other.flags);
        return new ServerTimings(both(queueNanos, other.queueNanos), both(loadNanos, other.loadNanos),
                both(promptNanos, other.promptNanos), both(generationNanos, other.generationNanos),
                both(totalNanos, other.totalNanos), all);
    }

    private static OptionalLong both(OptionalLong one, OptionalLong other) {
        return one.isPresent() && other.isPresent()
                ? OptionalLong.of(one.getAsLong() + other.getAsLong())
                : OptionalLong.empty();
    }

    private static boolean isImpossible(OptionalLong nanos) {
        return nanos.isPresent() && (nanos.getAsLong() < 0 || nanos.getAsLong() > MAX_NANOS);
    }

    private static OptionalLong possible(OptionalLong nanos) {
        return isImpossible(nanos) ? OptionalLong.empty() : nanos;
    }
}
