package dev.ipw.meter.engine;

/**
 * The drawn properties of an engine: its model, its devices, their power, its scheduler, and the sensor that meters it.
 *
 * @param model     the model
 * @param device    the speed of each device
 * @param power     the power of each device
 * @param scheduler the rules of batching
 * @param sensor    the sensor of each device
 */
record EngineProfile(Model model, Device device, Power power, Scheduler scheduler, Sensing sensor) {
    private static final int ROOM_FOR_DRAFTS = 64;
    private static final int ROOM_FOR_AN_HOUR = 50_000_000;

    /**
     * The cost of a model's tokens.
     *
     * @param activeParameters  the parameters that each token passes
     * @param denseBytes        the weights that each step reads
     * @param expertBytes       the weights of experts, of which a step reads those that its tokens choose
     * @param expertShare       the share of experts that one token chooses
     * @param kvBytesPerToken   the cache of one token
     * @param activationBytes   other bytes of one token
     * @param attentionFlops    the operations of one token for each token before it
     * @param draftShare        the size of the draft model, as a share of this one; zero without speculation
     * @param speculatedTokens  the draft tokens of a step; zero without speculation
     * @param acceptance        the probability that a draft token is accepted after those before it
     */
    record Model(double activeParameters, double denseBytes, double expertBytes, double expertShare,
            double kvBytesPerToken, double activationBytes, double attentionFlops, double draftShare,
            int speculatedTokens, double acceptance) {}

    /**
     * The roofline of a device.
     *
     * @param count                 the devices, which share each step equally
     * @param flopsPerSecond        its reachable operations
     * @param bytesPerSecond        its reachable bandwidth
     * @param sharpness             the time of computing and that of the memory are joined by the norm whose power is two to this
     * @param stepOverheadSeconds   the time of a step without work of the device
     * @param memberOverheadSeconds that time for each member
     * @param linkSecondsPerToken   the time to exchange a token's activations between devices
     * @param jitter                the spread of a step's busy time
     * @param stallChance           the probability that a step stalls
     * @param stallSeconds          the mean length of a stall
     */
    record Device(int count, double flopsPerSecond, double bytesPerSecond, int sharpness, double stepOverheadSeconds,
            double memberOverheadSeconds, double linkSecondsPerToken, double jitter, double stallChance,
            double stallSeconds) {}

    /**
     * The power of a device.
     *
     * @param idleWatts     its power without any work
     * @param constantWatts its further power during a step, whatever the step computes
     * @param computeWatts  its further power at full use of its compute units
     * @param memoryWatts   its further power at full use of its memory
     * @param curvature     the bend of the power over the use: 0 is a straight line
     * @param rootShare     the share of the power that grows as the square root of the use
     * @param capWatts      the power at which its clock falls; infinite without a cap
     * @param scale         the ratio of the second device's joules for the same work to the first one's
     */
    record Power(double idleWatts, double constantWatts, double computeWatts, double memoryWatts, double curvature,
            double rootShare, double capWatts, double scale) {}

    /**
     * The rules of batching.
     *
     * @param maxBatch         the maximum number of members of a step
     * @param tokenBudget      the maximum number of tokens of a step
     * @param kvTokens         the tokens whose cache fits into memory
     * @param mixesPrompts     whether pieces of prompts join the steps of answers; otherwise prompts have steps of
     *                         their own, and answers wait
     * @param startsStepLater  whether the first token comes a step after the last piece of the prompt
     * @param cachesPrefixes   whether prompts that begin alike are computed once
     * @param reportsCached    whether the usage has the cached tokens
     * @param tokensPerChunk   the tokens of a chunk after the first one
     */
    record Scheduler(int maxBatch, int tokenBudget, int kvTokens, boolean mixesPrompts, boolean startsStepLater,
            boolean cachesPrefixes, boolean reportsCached, int tokensPerChunk) {}

    /**
     * The sensor of a device. It publishes a reading each step, some milliseconds after the moment for which it holds.
     *
     * @param showsPower      whether it shows power instead of a counter of joules
     * @param stepNanos       the time between two of its readings
     * @param averagingNanos  the time over which its power is a mean
     * @param shortestLagNanos the shortest time until a reading is published
     * @param longestLagNanos the longest time until a reading is published
     * @param gain            the ratio of its joules to the true ones
     * @param otherGain       that ratio of the second device's sensor
     */
    record Sensing(boolean showsPower, long stepNanos, long averagingNanos, long shortestLagNanos,
            long longestLagNanos, double gain, double otherGain) {
        double gain(int device) {
            return device == 0 ? gain : otherGain;
        }
    }

    /** Returns the same engine with another maximum of members of a step, and room for as many. */
    EngineProfile withMaxBatch(int members) {
        int most = Math.max(1, members);
        Scheduler changed = new Scheduler(most,
                Math.max(scheduler.tokenBudget(), most * (1 + model.speculatedTokens())),
                (int) Math.min(Integer.MAX_VALUE,
                        (long) scheduler.kvTokens() * Math.max(1, most / scheduler.maxBatch())),
                scheduler.mixesPrompts(), scheduler.startsStepLater(), scheduler.cachesPrefixes(),
                scheduler.reportsCached(), scheduler.tokensPerChunk());
        return new EngineProfile(model, device, power, changed, sensor);
    }

    /**
     * Returns the same engine with longer overheads, so that each stream of a full batch gets about so many tokens a second,
     * each in a chunk of its own. An engine that is slower stays as it is.
     */
    EngineProfile paced(double tokensPerSecond) {
        double waiting = Math.max(0, 1 / tokensPerSecond
                - new StepPhysics(this).secondsOfStep(Lengths.CHAT, scheduler.maxBatch()));
        Device slower = new Device(device.count(), device.flopsPerSecond(), device.bytesPerSecond(),
                device.sharpness(), device.stepOverheadSeconds() + waiting, device.memberOverheadSeconds(),
                device.linkSecondsPerToken(), device.jitter(), device.stallChance(), device.stallSeconds());
        Scheduler single = new Scheduler(scheduler.maxBatch(), scheduler.tokenBudget(), scheduler.kvTokens(),
                scheduler.mixesPrompts(), scheduler.startsStepLater(), scheduler.cachesPrefixes(),
                scheduler.reportsCached(), 1);
        return new EngineProfile(model, slower, power, single, sensor);
    }

    /** Draws an engine for a load. */
    static EngineProfile draw(Draw draw, EngineKind kind) {
        boolean speculates = kind == EngineKind.SPECULATIVE;
        boolean caches = kind == EngineKind.CACHE_REPORTED || kind == EngineKind.CACHE_HIDDEN;
        double parameters = draw.magnitude(0.5e9, 32e9);
        double ratio = parameters / 8e9;
        boolean hasExperts = draw.chance(0.25);
        double expertShare = hasExperts ? draw.between(0.03, 0.25) : 1;
        double denseShare = hasExperts ? draw.between(0.1, 0.3) : 1;
        double bytes = parameters * draw.oneOf(1, 2);
        Model model = new Model(parameters * (denseShare + (1 - denseShare) * expertShare), bytes * denseShare,
                bytes * (1 - denseShare), expertShare, 131e3 * Math.pow(ratio, 0.45) * draw.between(0.5, 2),
                draw.magnitude(2e5, 3e6) * Math.sqrt(ratio), 5.2e5 * Math.pow(ratio, 0.6) * draw.between(0.7, 1.4),
                speculates ? draw.magnitude(0.02, 0.15) : 0, speculates ? draw.oneOf(2, 3, 4, 5, 7) : 0,
                draw.between(0.4, 0.9));
        int devices = kind == EngineKind.TWO_DEVICES ? 2 : 1;
        Device device = new Device(devices, draw.magnitude(60e12, 700e12), draw.magnitude(0.6e12, 3.5e12),
                draw.oneOf(1, 2, 3, 4), draw.magnitude(0.3e-3, 6e-3), draw.magnitude(5e-6, 60e-6),
                devices > 1 ? draw.magnitude(1e-7, 2e-6) : 0, draw.between(0.005, 0.06),
                draw.chance(0.5) ? draw.magnitude(1e-4, 2e-3) : 0, draw.magnitude(0.02, 0.3));
        double idle = draw.between(25, 130);
        double constant = draw.between(15, 120);
        double compute = draw.between(120, 450);
        double memory = draw.between(60, 250);
        double cap = draw.chance(0.4)
                ? idle + constant + (compute + memory) * draw.between(0.45, 0.85)
                : Double.POSITIVE_INFINITY;
        Power power = new Power(idle, constant, compute, memory, draw.between(0, 0.8), draw.between(0, 0.6), cap,
                draw.between(0.92, 1.08));
        int maxBatch = switch (kind) {
            case PREEMPTED -> draw.oneOf(8, 16, 32);
            case HOUR_LONG -> draw.oneOf(4, 8, 16, 32);
            default -> draw.oneOf(1, 2, 4, 8, 16, 32, 64, 64);
        };
        boolean mixes = kind != EngineKind.OWN_STEPS && draw.chance(0.7);
        int budget = Math.max(draw.oneOf(256, 512, 1024, 2048, 4096, 8192), maxBatch * (1 + model.speculatedTokens()));
        Scheduler scheduler = new Scheduler(maxBatch, budget, room(kind, maxBatch), mixes, draw.chance(0.3), caches,
                kind == EngineKind.CACHE_REPORTED, draw.chance(0.15) ? draw.oneOf(2, 4, 8) : 1);
        boolean showsPower = kind == EngineKind.POWER_25MS || kind == EngineKind.POWER_1S;
        long millisecond = 1_000_000;
        Sensing sensor = new Sensing(showsPower, (long) (draw.between(20, 100) * millisecond),
                kind == EngineKind.POWER_1S ? 1000 * millisecond : 25 * millisecond, 3 * millisecond, 7 * millisecond,
                draw.between(0.95, 1.05), draw.between(0.95, 1.05));
        return new EngineProfile(model, device, power, scheduler, sensor);
    }

    private static int room(EngineKind kind, int maxBatch) {
        int most = kind.lengths().mostTokens() + ROOM_FOR_DRAFTS;
        return switch (kind) {
            case HOUR_LONG -> ROOM_FOR_AN_HOUR;
            case PREEMPTED -> Math.max(most, (int) (maxBatch * kind.lengths().medianTokens() * 0.6));
            default -> Math.max(most, maxBatch * kind.lengths().medianTokens() * 4);
        };
    }
}
