package dev.ipw.results;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.DeviceAttribution;
import dev.ipw.energy.attribution.WorkWeights;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Tell how requests that overlapped shared what a device used.
 *
 * @param rule       the rule that was used; never {@link AttributionRule#AUTO} where there were joules to divide
 * @param weights    what work weighed, where the rule weighs it
 * @param dispersion how far shares by fitted weights stray when the fit is repeated on parts of the run, as a share of each;
 *                   empty if nothing could be fitted
 * @param lagSeconds how long the device's power takes to follow the work
 */
public record DeviceSharing(AttributionRule rule, WorkWeights weights, OptionalDouble dispersion, double lagSeconds) {
    /** Refuse nulls. */
    public DeviceSharing {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(weights, "weights");
    }

    static DeviceSharing of(DeviceAttribution device) {
        return new DeviceSharing(device.rule(), device.weights(), Double.isFinite(device.dispersion())
                ? OptionalDouble.of(device.dispersion())
                : OptionalDouble.empty(), device.lagSeconds());
    }
}
