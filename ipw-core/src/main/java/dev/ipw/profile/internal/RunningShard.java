package dev.ipw.profile.internal;

import dev.ipw.run.RunShard;
import dev.ipw.shard.ShardPlan;
import dev.ipw.shard.internal.ShardAttemptFile;
import dev.ipw.telemetry.RunClock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * This process's attempt at a shard.
 *
 * @param plan     the plan of all shards
 * @param shard    the shard, with the attempt
 * @param attempts the latest attempt of any process
 */
record RunningShard(ShardPlan plan, RunShard shard, ShardAttemptFile attempts) {
    /** Returns why this attempt may write no more; empty while it is the latest. */
    Optional<String> whySuperseded() {
        return attempts.whySuperseded(shard.attempt());
    }

    /**
     * Starts the clock of a new shard. Its zero is now, or the common start of the load if that is over: a request that
     * was due before then has no negative time.
     */
    RunClock startClock() {
        RunClock now = RunClock.start();
        long late = Math.max(0, now.epochAnchorNanos() - epochNanos(plan.start()));
        return new RunClock(now.monotonicAnchorNanos() - late, now.epochAnchorNanos() - late);
    }

    /** Returns the common start of the load on a clock, as a {@link System#nanoTime()} of this process. */
    long startNanos(RunClock clock) {
        return clock.nanoTime(epochNanos(plan.start()) - clock.epochAnchorNanos());
    }

    /** Returns whether no request may start any more. */
    boolean isOver() {
        return plan.deadline().filter(end -> !Instant.now().isBefore(end)).isPresent();
    }

    private static long epochNanos(Instant moment) {
        return Math.addExact(TimeUnit.SECONDS.toNanos(moment.getEpochSecond()), moment.getNano());
    }
}
