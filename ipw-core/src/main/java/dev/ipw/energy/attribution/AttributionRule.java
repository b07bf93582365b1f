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

    /** Weigh by rule; by the weights where the rule is to weigh work. */
    ShareLedger.Rule weigher(WorkWeights weights) {
        return switch (this) {
            case EQUAL -> (work, requestSeconds, fairShare) -> requestSeconds > 0 ? work.seconds() / requestSeconds : 0;
            case ACTIVE_TIME -> (work, requestSeconds, fairShare) -> work.seconds();
            case OUTPUT_TOKENS -> (work, requestSeconds, fairShare) -> work.decodeTokens();
            case TOKENS -> (work, requestSeconds, fairShare) -> weights.prefillToken() * work.prefillTokens()
                    + weights.decodeToken() * work.decodeTokens();
            case AUTO, FITTED -> (work, requestSeconds, fairShare) -> weights.of(work,
                    work.engineSteps() > 0 ? work.stepSeconds() : work.seconds() * fairShare);
        };
    }
}
