package dev.ipw.energy.simulation.engine;

import dev.ipw.energy.simulation.engine.EngineSettings.Load;
import dev.ipw.energy.simulation.engine.EngineSettings.Stamps;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;

/** Engines, loads, meters and logs, each unusual in one way; all other figures are drawn anew for each seed. */
public enum EngineKind {
    /** Pieces of prompts and tokens of others in one step. */
    CHUNKED_PROMPTS((s, r) -> {
        s.chunkTokens = 128 << r.nextInt(0, 4);
    }),
    /** More requests than the batch takes: most of a request's time is in the queue. */
    HEAVY_QUEUE((s, r) -> {
        s.batchRoom = 1;
        s.load = r.nextBoolean() ? Load.CLOSED_LOOP : Load.POISSON;
        s.queueFactor = s.load == Load.POISSON ? r.nextDouble(1.3, 2.5) : r.nextDouble(2, 5);
    }),
    /** Prompts in steps of their own, in which the others wait. */
    PROMPTS_APART((s, r) -> s.promptsApart = true),
    /** The first token comes with the prompt's last piece. */
    LAG_0((s, r) -> {
        s.deliverySteps = 0;
        s.firstTokenByDecode = false;
    }),
    /** The first token comes one step after the prompt's last piece. */
    LAG_1((s, r) -> {
        s.firstTokenByDecode = r.nextBoolean();
        s.deliverySteps = s.firstTokenByDecode ? 0 : 1;
    }),
    /** The first token comes two steps after the prompt's last piece. */
    LAG_2((s, r) -> {
        s.firstTokenByDecode = r.nextBoolean();
        s.deliverySteps = s.firstTokenByDecode ? 1 : 2;
    }),
    /** Prompts take few joules, at a slow rate. */
    PROMPT_LIGHT((s, r) -> {
        s.promptJoulesShare = r.nextDouble(0.05, 0.1);
        s.promptTokensPerSecond = r.nextDouble(5_000, 10_000);
    }),
    /** Prompts take many joules. */
    PROMPT_HEAVY((s, r) -> s.promptJoulesShare = r.nextDouble(0.3, 0.4)),
    /** Each token read from the context costs time and joules. */
    CONTEXT_COST((s, r) -> {
        s.contextTimeShare = r.nextDouble(0.3, 1);
        s.contextPowerShare = r.nextDouble(0.15, 0.5);
        s.outputSpread = r.nextDouble(0.8, 1.2);
    }),
    /** Attention makes a prompt's cost grow with the square of its length. */
    QUADRATIC_ATTENTION((s, r) -> {
        s.attentionShare = r.nextDouble(0.3, 1);
        s.inputSpread = r.nextDouble(0.8, 1.2);
    }),
    /** A step takes the longer of its compute and its memory time. */
    ROOFLINE((s, r) -> s.roofline = true),
    /** Each further token of a batch costs less. */
    SATURATING_BATCH((s, r) -> {
        s.saturationShare = r.nextDouble(0.2, 1.5);
        s.decodePowerShare = r.nextDouble(0.2, 0.4);
    }),
    /** The board hits its limit: prompts take longer and power is flat. */
    POWER_CAP((s, r) -> {
        s.promptPowerShare = r.nextDouble(1, 1.5);
        s.fixedPowerShare = r.nextDouble(0.5, 0.8);
        s.decodePowerShare = r.nextDouble(0.2, 0.4);
    }),
    /** One step in twenty hangs for several steps' time at low power. */
    STALLS((s, r) -> s.stallShare = 0.05),
    /** One to four tokens a step, and drafts that are thrown away. */
    SPECULATIVE((s, r) -> {
        s.draftTokens = r.nextInt(1, 4);
        s.draftAcceptance = r.nextDouble(0.4, 0.9);
    }),
    /** Parts of prompts come from a cache, and the log says so. */
    CACHE_LOGGED((s, r) -> {
        s.cacheHits = r.nextDouble(0.3, 0.9);
        s.cacheLogged = true;
    }),
    /** Parts of prompts come from a cache, and the log does not say so. */
    CACHE_UNLOGGED((s, r) -> s.cacheHits = r.nextDouble(0.3, 0.9)),
    /** Stamps are off by a millisecond either way. */
    STAMPS_JITTERED((s, r) -> s.stamps = Stamps.JITTERED),
    /** Stamps are five milliseconds late. */
    STAMPS_LATE((s, r) -> s.stamps = Stamps.LATE),
    /** Stamps are late by one step. */
    STAMPS_LATE_BY_A_STEP((s, r) -> s.stamps = Stamps.LATE_BY_A_STEP),
    /** Several tokens come in one piece. */
    STAMPS_COALESCED((s, r) -> s.stamps = Stamps.COALESCED),
    /** The log has no token stamps, in half of the traces not even the first. */
    STAMPS_ABSENT((s, r) -> {
        s.stamps = Stamps.ABSENT;
        s.firstTokenLogged = r.nextBoolean();
    }),
    /** One request in ten is not in the log. */
    MISSING_REQUESTS((s, r) -> s.missingShare = 0.1),
    /** Another process draws power in bursts. */
    FOREIGN_LOAD((s, r) -> s.foreignPowerShare = r.nextDouble(0.1, 0.3)),
    /** Memory is short: a request loses its context and computes it again. */
    PREEMPTION((s, r) -> {
        s.contextRoomShare = r.nextDouble(0.7, 1.1);
        s.outputSpread = r.nextDouble(0.7, 1.2);
    }),
    /** Roofline, an unlogged or logged cache, much noise and stalls at once. */
    MIXTURE((s, r) -> {
        s.roofline = true;
        s.cacheHits = r.nextDouble(0.3, 0.9);
        s.cacheLogged = r.nextBoolean();
        s.timeNoise = 0.05;
        s.energyNoise = 0.05;
        s.stallShare = 0.03;
    }),
    /** A small model: steps of three milliseconds. */
    SMALL_FAST((s, r) -> {
        s.weightSeconds = 0.002;
        s.hostSeconds = 0.0005;
        s.promptTokensPerSecond = r.nextDouble(40_000, 100_000);
    }),
    /** A large model: steps of sixty milliseconds. */
    LARGE_SLOW((s, r) -> {
        s.weightSeconds = 0.05;
        s.promptTokensPerSecond = r.nextDouble(4_000, 9_000);
    }),
    /** A constant number of clients, each sends when it has its answer. */
    CLOSED_LOOP((s, r) -> s.load = Load.CLOSED_LOOP),
    /** Requests come by chance. */
    OPEN_LOOP((s, r) -> s.load = Load.POISSON),
    /** Many requests at once, then none. */
    BURSTS((s, r) -> s.load = Load.BURSTS),
    /** One request at a time, the others wait. */
    ONE_AT_A_TIME((s, r) -> {
        s.concurrency = r.nextDouble(0.3, 0.7);
        s.durationSeconds = r.nextDouble(200, 300);
        s.load = Load.POISSON;
    }),
    /** Few requests, mostly alone, with idle time between. */
    LIGHT_LOAD((s, r) -> {
        s.concurrency = r.nextDouble(0.3, 1.5);
        s.durationSeconds = r.nextDouble(150, 300);
        s.batchRoom = 8;
        s.load = Load.POISSON;
    }),
    /** After a step the board stays above its idle power for a while. */
    WARM_IDLE((s, r) -> {
        s.warmWatts = s.idleWatts * r.nextDouble(1.3, 2);
        s.warmSeconds = r.nextDouble(0.2, 2);
        s.concurrency = r.nextDouble(0.5, 4);
        s.durationSeconds = r.nextDouble(150, 300);
        s.load = Load.POISSON;
    }),
    /** The board has no energy counter, only power readings. */
    POWER_ONLY((s, r) -> {
        s.hasCounter = false;
        s.hasPower = true;
    });

    private final BiConsumer<EngineSettings, SplittableRandom> change;

    EngineKind(BiConsumer<EngineSettings, SplittableRandom> change) {
        this.change = change;
    }

    /** Return the trace of this kind and {@code seed}; the same each time. */
    public EngineTrace trace(long seed) {
        SplittableRandom random = new SplittableRandom(seed * 1_000 + ordinal());
        EngineSettings settings = EngineSettings.draw(random);
        change.accept(settings, random);
        return EngineTrace.generate(name(), seed, settings, random);
    }
}
