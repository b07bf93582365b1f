package dev.ipw.energy.attribution;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * The sharing of a device's joules among overlapping requests.
 *
 * @param rule       the applied rule; never {@link AttributionRule#AUTO} if there were joules to divide
 * @param weights    the weights of work, if the rule weighs it
 * @param quality    the share of the device's joules of half a second that the work leaves unexplained; empty if no
 *                   requests overlapped, or there were not enough data
 * @param trust      the reliability of the shares
 * @param width      the main reason for the width of the bounds of shares; empty if they are not fitted, or it was
 *                   not kept
 * @param fit        the cost of work; empty if no requests overlapped, or there were not enough data
 * @param lagSeconds the delay between the work and the device's power
 */
@API(status = API.Status.EXPERIMENTAL)
public record DeviceSharing(AttributionRule rule, WorkWeights weights, OptionalDouble quality, ShareTrust trust,
        Optional<WidthReason> width, Optional<WorkFit> fit, double lagSeconds) {
    /** Refuses nulls. */
    public DeviceSharing {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(weights, "weights");
        Objects.requireNonNull(trust, "trust");
        Objects.requireNonNull(width, "width");
        Objects.requireNonNull(fit, "fit");
    }
}
