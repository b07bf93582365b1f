package dev.ipw.energy.simulation.engine;

/** Seconds and joules of an engine's steps, before noise. A work is what a step does, or one request's part of it. */
final class StepCosts {
    /** Sums of a step's work. */
    static final class Work {
        double promptTokens;
        double attentionPairs;
        double decodeTokens;
        double contextTokens;

        void clear() {
            promptTokens = 0;
            attentionPairs = 0;
            decodeTokens = 0;
            contextTokens = 0;
        }

        void add(SimulatedRequest request) {
            promptTokens += request.stepPromptTokens;
            attentionPairs += request.stepAttentionPairs;
            decodeTokens += request.stepDecodeTokens;
            contextTokens += request.stepContextTokens;
        }
    }

    private final EngineSettings settings;
    private final double secondsPerPair;
    private final double secondsPerDecode;
    private final double secondsPerContext;
    private final double fixedJoules;
    private final double joulesPerPromptToken;
    private final double joulesPerPair;
    private final double joulesPerDecode;
    private final double joulesPerContext;
    private final double saturationTokens;

    StepCosts(EngineSettings settings) {
        this.settings = settings;
        double usualDecodes = settings.usualBatch();
        double usualContext = usualDecodes * settings.meanContext();
        double joulesOfWeights = settings.rangeWatts() * settings.weightSeconds;
        secondsPerPair = settings.attentionShare * 2 / (settings.meanInput * settings.promptTokensPerSecond);
        secondsPerDecode = settings.weightSeconds * settings.decodeTimeShare / usualDecodes;
        secondsPerContext = settings.weightSeconds * settings.contextTimeShare / usualContext;
        fixedJoules = joulesOfWeights * settings.fixedPowerShare;
        joulesPerPromptToken = settings.joulesPerPromptToken();
        joulesPerPair = settings.attentionShare * 2 / settings.meanInput * joulesPerPromptToken;
        joulesPerDecode = joulesOfWeights * settings.decodePowerShare / usualDecodes;
        joulesPerContext = joulesOfWeights * settings.contextPowerShare / usualContext;
        saturationTokens = settings.saturationShare * usualDecodes;
    }

    /** Return a step's seconds: host time, and compute and memory one after the other or at once. */
    double seconds(Work work) {
        double compute = work.promptTokens / settings.promptTokensPerSecond + work.attentionPairs * secondsPerPair
                + saturated(work.decodeTokens) * secondsPerDecode;
        double memory = settings.weightSeconds + work.contextTokens * secondsPerContext;
        return settings.hostSeconds + (settings.roofline ? Math.max(compute, memory) : compute + memory);
    }

    /** Return the joules above idle that a step takes however little is in it. */
    double fixedJoules() {
        return fixedJoules;
    }

    /** Return the joules of a request's own work in a step of this {@code work}. */
    double ownJoules(SimulatedRequest request, Work work) {
        double perDecode = work.decodeTokens == 0
                ? 0
                : joulesPerDecode * saturated(work.decodeTokens) / work.decodeTokens;
        return request.stepPromptTokens * joulesPerPromptToken + request.stepAttentionPairs * joulesPerPair
                + request.stepDecodeTokens * perDecode + request.stepContextTokens * joulesPerContext;
    }

    /** Return by how many seconds a request's own work makes a step of this {@code work} longer. */
    double ownSeconds(SimulatedRequest request, Work work) {
        double perDecode = work.decodeTokens == 0
                ? 0
                : secondsPerDecode * saturated(work.decodeTokens) / work.decodeTokens;
        double compute = request.stepPromptTokens / settings.promptTokensPerSecond
                + request.stepAttentionPairs * secondsPerPair + request.stepDecodeTokens * perDecode;
        double memory = request.stepContextTokens * secondsPerContext;
        if (!settings.roofline) {
            return compute + memory;
        }
        return isComputeBound(work) ? compute : memory;
    }

    private boolean isComputeBound(Work work) {
        return work.promptTokens / settings.promptTokensPerSecond + work.attentionPairs * secondsPerPair
                + saturated(work.decodeTokens) * secondsPerDecode > settings.weightSeconds
                        + work.contextTokens * secondsPerContext;
    }

    /** Return the tokens that a batch costs like: ever fewer for each token more where the batch saturates. */
    private double saturated(double tokens) {
        return saturationTokens == Double.POSITIVE_INFINITY
                ? tokens
                : tokens * (1 + settings.usualBatch() / saturationTokens) / (1 + tokens / saturationTokens);
    }
}
