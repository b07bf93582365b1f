package dev.ipw.telemetry;

import dev.ipw.energy.internal.DeviceSeries;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The samplers of a session, and the waits for the readings that a caller needs.
 *
 * @param samplers        the samplers, which read the sources
 * @param demand          the demand, which makes the samplers read at the full rate
 * @param proofUntilNanos the end of the wait for proof that sensors measure, as {@link System#nanoTime()}; null before
 *                        the first wait
 */
record AwaitedSamplers(List<Sampler> samplers, Demand demand, AtomicReference<@Nullable Long> proofUntilNanos) {
    private static final long FIRST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    // A second of readings shows that a counter stands still; see StuckCounterDetector.
    private static final long PROOF_NANOS = TimeUnit.MILLISECONDS.toNanos(1500);
    private static final long LONGEST_STEADY_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final int MISSED_TICKS = 3;
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    AwaitedSamplers(List<Sampler> samplers, Demand demand) {
        this(samplers, demand, new AtomicReference<>());
    }

    /** Waits a moment until each sampler has read once. */
    void awaitFirstTick() {
        long until = System.nanoTime() + FIRST_TICK_NANOS;
        samplers.forEach(sampler -> await(sampler, Sampler::hasTicked, until));
    }

    /** Lists the samplers that read energy only once a second. */
    List<Sampler> resting() {
        return samplers.stream().filter(Sampler::readsEnergy).filter(Sampler::isResting).toList();
    }

    /** Waits until each counter has moved, and returns those that have not. */
    Set<DeviceSeries> awaitMovements(List<Sampler> resting) {
        long start = System.nanoTime();
        Set<DeviceSeries> unseen = new HashSet<>();
        for (Sampler sampler : resting) {
            await(sampler, one -> one.isSettledAt(start), start + Math.max(FIRST_TICK_NANOS, sampler.steadyNanos()));
            sampler.energy().stream().filter(series -> !series.isSettledAt(start)).forEach(unseen::add);
        }
        return unseen;
    }

    /**
     * Waits until each energy sensor is known to measure or not to measure. A counter that moves less often than once a
     * second may stay unproven; later calls do not wait for it again.
     */
    void awaitProof() {
        List<Sampler> unproven = samplers.stream().filter(sampler -> !sampler.isProven()).toList();
        long now = System.nanoTime();
        long until = Objects.requireNonNull(
                proofUntilNanos.updateAndGet(known -> known == null ? now + PROOF_NANOS : known));
        if (unproven.isEmpty() || now - until >= 0) {
            return;
        }
        Runnable end = demand.open();
        try {
            unproven.forEach(sampler -> await(sampler, Sampler::isProven, until));
        } finally {
            end.run();
        }
    }

    /** Waits until each sampler has read energy at the full rate for a few steps of its counter. */
    void awaitSteady(long startNanos) {
        for (Sampler sampler : samplers) {
            if (sampler.readsEnergy()) {
                await(sampler, one -> System.nanoTime() - startNanos - one.steadyNanos() >= 0,
                        startNanos + LONGEST_STEADY_NANOS);
            }
        }
    }

    /**
     * Waits until the readings of a moment have arrived. Without patience, a source that needs longer is waited for
     * only until its next reading.
     *
     * @return the moment, which is not in the future
     */
    long settle(long nanos, long longestNanos, boolean patient) {
        long now = System.nanoTime();
        long moment = nanos - now > 0 ? now : nanos;
        List<Sampler> unsettled = unsettled(moment);
        if (!unsettled.isEmpty()) {
            Runnable end = demand.open();
            try {
                unsettled.forEach(sampler -> settle(sampler, moment, longestNanos, patient));
            } finally {
                end.run();
            }
        }
        samplers.forEach(Sampler::noteSilence);
        return moment;
    }

    /** Lists the ids of the sources that may still deliver readings of a moment. */
    List<String> worthWaitingFor(long moment, long longestNanos) {
        long waitedNanos = System.nanoTime() - moment;
        return unsettled(moment).stream().filter(Sampler::isAnswering)
                .filter(sampler -> waitedNanos < Math.min(longestNanos, sampler.settleNanos()))
                .map(sampler -> sampler.source().id()).distinct().toList();
    }

    private List<Sampler> unsettled(long moment) {
        return samplers.stream().filter(Sampler::readsEnergy).filter(sampler -> !sampler.isSettledAt(moment)).toList();
    }

    private void settle(Sampler sampler, long moment, long longestNanos, boolean patient) {
        sampler.source().hasten();
        boolean worthIt = patient || sampler.stepNanos() <= longestNanos;
        await(sampler, one -> worthIt ? one.isSettledAt(moment) : one.hasTickedSince(moment),
                moment + Math.min(longestNanos, sampler.settleNanos()));
    }

    private void await(Sampler sampler, Predicate<Sampler> done, long untilNanos) {
        long startNanos = System.nanoTime();
        long ticks = sampler.ticks();
        while (!done.test(sampler) && sampler.isAnswering()
                && (System.nanoTime() - untilNanos < 0 || isStarved(sampler, ticks, startNanos, untilNanos))
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    /** Returns whether a sampler, for lack of a processor, could not tick as often as it should have until a moment. */
    private boolean isStarved(Sampler sampler, long ticksAtStart, long startNanos, long untilNanos) {
        long dueNanos = MISSED_TICKS * sampler.periodNanos();
        boolean missesTicks = dueNanos <= untilNanos - startNanos && sampler.ticks() - ticksAtStart < MISSED_TICKS;
        return (missesTicks || !sampler.hasTicked()) && System.nanoTime() - untilNanos < demand.slackNanos();
    }
}
