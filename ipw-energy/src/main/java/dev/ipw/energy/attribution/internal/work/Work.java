package dev.ipw.energy.attribution.internal.work;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.WorkWeights;

/** The parts of a row that describes work. Joules are fitted to the first five. */
public final class Work {
    /** Steps of the engine; each request has its part of a step. */
    public static final int STEPS = 0;
    /** Processed prompt tokens. */
    public static final int PROMPT_TOKENS = 1;
    /** Passes through the model that generate a request's next tokens. */
    public static final int PASSES = 2;
    /** Tokens of context read by passes. */
    public static final int CONTEXT_TOKENS = 3;
    /** Pairs of prompt tokens that attend to each other. */
    public static final int PROMPT_PAIRS = 4;
    /** The number of parts to which joules are fitted. */
    public static final int FITTED = 5;
    /** Seconds of the engine, divided like its steps. */
    public static final int SECONDS = 5;
    /** Generated tokens. */
    public static final int TOKENS = 6;
    /** Seconds in which a request was processed. */
    public static final int OWN_SECONDS = 7;
    /** The number of parts of a row. */
    public static final int PARTS = 8;

    private Work() {}

    public static double weigh(double[] rows, int at, double[] weights) {
        double sum = 0;
        for (int part = 0; part < weights.length; part++) {
            sum += weights[part] * rows[at + part];
        }
        return sum;
    }

    /** Returns the weight of each part; the given costs where the rule uses them. */
    public static double[] weights(AttributionRule rule, double[] costs) {
        double[] weights = new double[PARTS];
        switch (rule) {
            case EQUAL -> weights[SECONDS] = 1;
            case ACTIVE_TIME -> weights[OWN_SECONDS] = 1;
            case OUTPUT_TOKENS -> weights[TOKENS] = 1;
            case TOKENS -> {
                weights[PROMPT_TOKENS] = WorkWeights.TOKENS.prefillToken();
                weights[TOKENS] = WorkWeights.TOKENS.decodeToken();
            }
            case AUTO, FITTED -> System.arraycopy(costs, 0, weights, 0, FITTED);
        }
        return weights;
    }

    /** Returns fitted costs as weights. */
    public static WorkWeights named(double[] costs) {
        return new WorkWeights(costs[STEPS], costs[PROMPT_TOKENS], costs[PASSES], costs[CONTEXT_TOKENS],
                costs[PROMPT_PAIRS]);
    }
}
