package dev.ipw.results.internal.finishing;

import dev.ipw.results.internal.finishing.ShardedRun.Shard;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.LongSummaryStatistics;

/**
 * The clocks of a run's shards. Those of one machine, since it was started, share its steady clock; others are related
 * by the wall clocks of their machines.
 *
 * @param shards   the shards
 * @param hostSkew the maximum difference between the wall clocks of two machines
 */
record ShardClocks(List<Shard> shards, Duration hostSkew) {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** Returns the time to add to the moments of a shard, so that those of all shards count from one. */
    long shiftNanos(Shard shard) {
        return epochNanos(shard) - firstEpochNanos();
    }

    /** Returns the zero of a shard's clock. A wall clock may have been set between two shards of one machine. */
    private long epochNanos(Shard shard) {
        Shard first = shards.stream()
                .filter(other -> other.machines().size() == 1 && other.machines().equals(shard.machines())).findFirst()
                .orElse(shard);
        return first.epochNanos() + shard.monotonicNanos() - first.monotonicNanos();
    }

    private long firstEpochNanos() {
        return shards.stream().mapToLong(this::epochNanos).min().orElseThrow();
    }

    /** Returns the maximum error of the clock of one of some shards against that of another of them. */
    long uncertaintyNanos(List<Shard> some) {
        long apart = some.size() < 2 ? 0 : machines(some) == 1 ? wallStepNanos(some) : hostSkew.toNanos();
        return apart + some.stream().mapToLong(Shard::resumedNanos).max().orElse(0);
    }

    /** Returns by how much the wall clock and the monotonic clock disagree, if by more than a clock is usually set. */
    private long wallStepNanos(List<Shard> some) {
        LongSummaryStatistics offsets = some.stream().mapToLong(shard -> shard.epochNanos() - shard.monotonicNanos())
                .summaryStatistics();
        long apart = offsets.getMax() - offsets.getMin();
        return apart > Math.max(hostSkew.toNanos(), NANOS_PER_SECOND) ? apart : 0;
    }

    /** Returns whether all shards ran on one machine, since it was started. */
    boolean isOfOneMachine() {
        return machineCount() == 1;
    }

    long machineCount() {
        return machines(shards);
    }

    private static long machines(List<Shard> some) {
        return some.stream().flatMap(shard -> shard.machines().stream()).distinct().count();
    }

    /** Formats a moment for a person. */
    String clockTime(long nanos) {
        return Instant.ofEpochSecond(0, firstEpochNanos() + nanos).truncatedTo(ChronoUnit.MILLIS).toString();
    }
}
