package dev.ipw.run;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.WorkFit;
import dev.ipw.energy.attribution.WorkWeights;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold how overlapping requests shared a device's joules.
 *
 * @param rule       the rule that was used; never {@link AttributionRule#AUTO} where there were joules to divide
 * @param weights    what work weighed, where the rule weighs it
 * @param quality    how much of the device's joules of half a second the work that was done leaves unexplained, as a share of them;
 *                   empty if nothing overlapped, or there was too little to learn from
 * @param trust      how far the shares can be trusted
 * @param fit        what work cost; empty if nothing overlapped, or there was too little to learn from
 * @param lagSeconds how long the device's power takes to follow the work
 */
public record DeviceSharing(AttributionRule rule, WorkWeights weights, OptionalDouble quality, ShareTrust trust,
        Optional<WorkFit> fit, double lagSeconds) {
    /** Refuse nulls. */
    public DeviceSharing {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(weights, "weights");
        Objects.requireNonNull(trust, "trust");
        Objects.requireNonNull(fit, "fit");
    }
}
