package dev.ipw.hosted;

import java.util.Objects;
import org.apiguardian.api.API;

/**
 * Assumptions about serving that hold for every model of a table.
 *
 * @param batch                   requests that a server decodes at the same time, at least 1
 * @param weightBits              bits of a weight, which decide how many GPUs hold the model
 * @param fitError                the factor by which measured joules of an output token may differ from the published
 *                                regression
 * @param joulesPerFlop           joules of a floating-point operation while a prompt is read: power over peak and
 *                                utilization
 * @param attentionPerPromptToken the work of attention for each token of a prompt, relative to that of the parameters
 * @param cachedShare             the cost of a cached token of the prompt, relative to one that is read anew
 */
@API(status = API.Status.EXPERIMENTAL)
public record HostedAssumptions(Range batch, Range weightBits, Range fitError, Range joulesPerFlop,
        Range attentionPerPromptToken, Range cachedShare) {
    /** Checks the ranges that have a natural limit. */
    public HostedAssumptions {
        Objects.requireNonNull(fitError, "fitError");
        Objects.requireNonNull(joulesPerFlop, "joulesPerFlop");
        Objects.requireNonNull(attentionPerPromptToken, "attentionPerPromptToken");
        if (batch.low() < 1) {
            throw new IllegalArgumentException("A batch has at least 1 request, not " + batch.low());
        }
        if (weightBits.low() < 1 || weightBits.high() > Double.SIZE) {
            throw new IllegalArgumentException("A weight has 1 to " + Double.SIZE + " bits, not " + weightBits);
        }
        if (cachedShare.high() > 1) {
            throw new IllegalArgumentException("A cached token costs at most as much as one that is read, not "
                    + cachedShare.high() + " times as much");
        }
    }

    HostedAssumptions withBatch(Range other) {
        return new HostedAssumptions(other, weightBits, fitError, joulesPerFlop, attentionPerPromptToken, cachedShare);
    }

    HostedAssumptions withWeightBits(Range other) {
        return new HostedAssumptions(batch, other, fitError, joulesPerFlop, attentionPerPromptToken, cachedShare);
    }
}
