package dev.ipw.energy.simulation.server;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Names kinds of servers, each unusual in one or two ways; everything else about one is drawn from the seed. */
public enum ServerKind {
    /** Mixes pieces of prompts with answers in each step. */
    CHUNKED_PREFILL(PowerCurve.LINEAR, setup -> setup.scheduling = Scheduling.CHUNKED),
    /** Lets prompts stop all answers; any kernel draws much power. */
    PREFILL_FIRST(PowerCurve.FLOORED, setup -> setup.scheduling = Scheduling.PROMPTS_FIRST),
    /** Pads a batch, runs it until its longest answer ends, and often answers only then. */
    STATIC_BATCH(PowerCurve.BUSIEST_UNIT, setup -> {
        setup.scheduling = Scheduling.STATIC;
        setup.maxRunning = setup.pick(4, 8, 16, 32);
        setup.batchWaitSeconds = setup.random.nextDouble(0.02, 0.5);
        setup.holdsAnswers = setup.random.nextBoolean();
        setup.cancelChance = 0;
    }),
    /** Makes first tokens on one board and the rest on another. */
    DISAGGREGATED(PowerCurve.PER_OPERATION, setup -> {
        setup.scheduling = Scheduling.PROMPTS_ONLY;
        setup.arrivals = setup.pick(ArrivalStyle.POISSON, ArrivalStyle.BURSTS);
    }),
    /** Reuses shared beginnings of prompts, and serves many adapters over one model. */
    PREFIX_CACHE_AND_ADAPTERS(PowerCurve.CONCAVE, setup -> {
        setup.prefixes = setup.random.nextInt(2, 12);
        setup.adapters = setup.random.nextInt(4, 49);
    }),
    /** Drafts tokens with a small model and checks several at once. */
    SPECULATIVE(PowerCurve.LINEAR, setup -> setup.draftTokens = setup.random.nextInt(2, 6)),
    /** Loads the experts that the tokens of a step happen to need. */
    MIXTURE_OF_EXPERTS(PowerCurve.PER_OPERATION,
            setup -> setup.shapes = List.of(setup.pick(ModelShape.FEW_EXPERTS, ModelShape.MANY_EXPERTS))),
    /** Reads whole documents among short talks. */
    LONG_CONTEXT(PowerCurve.SATURATING, setup -> {
        setup.profiles = setup.pick(List.of(Profile.DOCUMENT), List.of(Profile.DOCUMENT, Profile.CHAT, Profile.CHAT));
        setup.requests = setup.random.nextInt(110, 220);
    }),
    /** Has too little room for keys and values, drops the last that came and computes it again. */
    PREEMPTING(PowerCurve.CONCAVE, setup -> {
        setup.keyValueTokens = setup.random.nextDouble(4_000, 12_000);
        setup.arrivals = setup.pick(ArrivalStyle.BATCH_JOB, ArrivalStyle.BURSTS);
        setup.users = setup.random.nextInt(24, 49);
        setup.profiles = setup.pick(List.of(Profile.REASONING), List.of(Profile.REASONING, Profile.BATCH));
    }),
    /** Pads batches to powers of two, and lets its board wait for the processor. */
    PADDED_AND_HOST_BOUND(PowerCurve.LINEAR, setup -> {
        setup.padsToPowers = true;
        setup.paddedSeconds = setup.random.nextDouble(5e-5, 4e-4);
        setup.gapSeconds = setup.random.nextDouble(0.003, 0.02);
        setup.pauseChance = 0.01;
    }),
    /** Spreads layers over boards that wait for each other. */
    PIPELINED(PowerCurve.SATURATING, setup -> {
        setup.shapes = List.of(ModelShape.DENSE_70B);
        setup.boards = 4;
        setup.stages = 4;
    }),
    /** Spreads each layer over boards that exchange much. */
    TENSOR_PARALLEL(PowerCurve.CLOCKED, setup -> {
        setup.boards = setup.pick(2, 4, 8);
        setup.shapes = List.of(setup.boards == 2 ? ModelShape.DENSE_13B : ModelShape.DENSE_70B);
    }),
    /** Changes its clock after its load, with a lag. */
    CLOCK_GOVERNED(PowerCurve.CLOCKED, setup -> {
        setup.followsLoad = true;
        setup.clockLagSeconds = setup.random.nextDouble(0.05, 2);
    }),
    /** Runs into a low power limit, leaks much as it warms, and slows when hot. */
    POWER_CAPPED_AND_HOT(PowerCurve.CLOCKED, setup -> {
        setup.limitShare = setup.random.nextDouble(0.5, 0.75);
        setup.leakShare = setup.random.nextDouble(0.02, 0.05);
        setup.limitCelsius = setup.random.nextDouble(78, 92);
    }),
    /** Sleeps deeply between bursts and takes a while to wake. */
    SLEEPY_BURSTS(PowerCurve.FLOORED, setup -> {
        setup.arrivals = ArrivalStyle.BURSTS;
        setup.requests = setup.random.nextInt(110, 200);
        setup.deepAfterSeconds = setup.random.nextDouble(0.3, 3);
    }),
    /** Shares its board with a process that nobody logs. */
    SHARED_BOARD(PowerCurve.LINEAR, setup -> setup.foreignShare = setup.random.nextDouble(0.2, 0.7)),
    /** Serves two models of different sizes in turn, in one log. */
    TWO_MODELS(PowerCurve.BUSIEST_UNIT, setup -> {
        setup.shapes = List.of(ModelShape.DENSE_3B, setup.pick(ModelShape.DENSE_8B, ModelShape.DENSE_13B));
        setup.profiles = List.of(Profile.CHAT, Profile.ONE_TOKEN, Profile.BATCH);
    });

    final PowerCurve curve;
    private final Consumer<Setup> change;

    ServerKind(PowerCurve curve, Consumer<Setup> change) {
        this.curve = curve;
        this.change = change;
    }

    /**
     * Runs a server of this kind; the same seed always makes the same trace.
     *
     * @param seed what everything is drawn from
     * @return what its clients and its meter saw, with the truth
     */
    public ServerTrace trace(long seed) {
        return ServerRun.of(this, seed).trace();
    }

    Setup setup(SplittableRandom random) {
        Setup setup = new Setup(random);
        change.accept(setup);
        return setup;
    }
}
