package dev.ipw.energy.attribution;

import java.util.Locale;

/** Choose by what requests that overlap share the joules of the time they overlap in. */
public enum AttributionRule {
    /** Weigh work as fitted to the device's own joules where that is reliable, else as {@link #TOKENS}. */
    AUTO,
    /** Weigh a generated token as much as 20 prompt tokens. */
    TOKENS,
    /** Weigh work as fitted to the device's own joules, reliable or not. */
    FITTED,
    /** Divide equally among the requests that are worked on. */
    EQUAL,
    /** Divide by how long each request is worked on. */
    ACTIVE_TIME,
    /** Divide by the tokens each request generates. */
    OUTPUT_TOKENS;

    /**
     * Name it as a person types it.
     *
     * @return its name in lower case, for example {@code active-time}
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Give the weight of each part of {@link Work}; by the costs where the rule is to weigh them. */
    double[] weights(double[] costs) {
        double[] weights = new double[Work.PARTS];
        switch (this) {
            case EQUAL -> weights[Work.SECONDS] = 1;
            case ACTIVE_TIME -> weights[Work.OWN_SECONDS] = 1;
            case OUTPUT_TOKENS -> weights[Work.TOKENS] = 1;
            case TOKENS -> {
                weights[Work.PROMPT_TOKENS] = WorkWeights.TOKENS.prefillToken();
                weights[Work.TOKENS] = WorkWeights.TOKENS.decodeToken();
            }
            case AUTO, FITTED -> System.arraycopy(costs, 0, weights, 0, Work.FITTED);
        }
        return weights;
    }
}
