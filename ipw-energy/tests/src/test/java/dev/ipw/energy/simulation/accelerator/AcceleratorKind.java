package dev.ipw.energy.simulation.accelerator;

import java.util.SplittableRandom;
import java.util.function.BiConsumer;

/** Engines of the second family, each with one thing set; all else is drawn. */
public enum AcceleratorKind {
    /** Nothing is set. */
    PLAIN((s, r) -> {}),
    /** Requests are alike, as of a benchmark with fixed lengths. */
    ALIKE((s, r) -> {
        s.promptSpread = 0.05;
        s.outputSpread = 0.05;
    }),
    /** Several tokens a step, and drafts that are thrown away. */
    SPECULATIVE((s, r) -> {
        s.draftTokens = r.nextInt(1, 4);
        s.draftAcceptance = r.nextDouble(0.4, 0.9);
    }),
    /** Two or eight boards work on each step. */
    TENSOR_PARALLEL((s, r) -> {
        s.tensorParallel = r.nextBoolean() ? 2 : 8;
        s.model(r.nextInt(3, 5));
    }),
    /** Two or eight engines, of which the log does not say which served a request. */
    DATA_PARALLEL((s, r) -> s.replicas = r.nextBoolean() ? 2 : 8),
    /** Parts of prompts come from a cache, and the log says so. */
    CACHE_SAID((s, r) -> {
        s.cacheShare = r.nextDouble(0.3, 0.8);
        s.cacheSaid = true;
    }),
    /** Parts of prompts come from a cache, and the log does not say so. */
    CACHE_UNSAID((s, r) -> s.cacheShare = r.nextDouble(0.3, 0.8)),
    /** The boards hit their limit. */
    POWER_CAP((s, r) -> s.capWatts = s.idleWatts + s.constantWatts
            + r.nextDouble(0.4, 0.7) * (s.computeWatts + s.memoryWatts)),
    /** Most of the work is on prompts. */
    LONG_PROMPTS((s, r) -> {
        s.promptMedian = r.nextDouble(2_000, 5_000);
        s.outputMedian = r.nextDouble(30, 100);
    }),
    /** Most of the work is on answers. */
    LONG_ANSWERS((s, r) -> {
        s.promptMedian = r.nextDouble(50, 200);
        s.outputMedian = r.nextDouble(300, 700);
    }),
    /** More requests than the engine takes at once. */
    SATURATED((s, r) -> {
        s.batch = 16;
        s.clients = r.nextDouble(20, 60);
        s.thinkShare = 0;
        s.poisson = false;
    }),
    /** No counter, power of 25 milliseconds. */
    POWER_25_MS((s, r) -> s.meter = Settings.Meter.POWER_25_MS),
    /** No counter, power of one second. */
    POWER_1_S((s, r) -> s.meter = Settings.Meter.POWER_1_S);

    private final BiConsumer<Settings, SplittableRandom> change;

    AcceleratorKind(BiConsumer<Settings, SplittableRandom> change) {
        this.change = change;
    }

    /** Returns the trace of this kind and seed; the same each time. */
    public AcceleratorTrace trace(long seed) {
        SplittableRandom random = new SplittableRandom(1_000_003 * seed + ordinal());
        Settings settings = Settings.draw(random);
        change.accept(settings, random);
        return AcceleratorTrace.generate(settings, random);
    }
}
