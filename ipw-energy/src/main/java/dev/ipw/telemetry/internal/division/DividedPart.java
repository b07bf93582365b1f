package dev.ipw.telemetry.internal.division;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.DeviceAttribution;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The division of one device's joules in a part of time over requests.
 *
 * @param span        the part of time
 * @param attribution the division, before it is made to join the part before; empty if there is no figure
 * @param factor      the factor by which its joules join the part before
 * @param beginJoules the start of the device's curve, in joules since the series began; empty if there is no figure
 * @param totals      the sum of the shares, and the remaining joules
 * @param endJoules   the end of the device's curve, in joules since the series began; empty if there is no figure
 * @param idleWatts   its idle power, in watts; empty if it is not known
 */
public record DividedPart(TimeSpan span, Optional<DeviceAttribution> attribution, double factor,
        OptionalDouble beginJoules, DevicePart.Totals totals, OptionalDouble endJoules, OptionalDouble idleWatts) {
    /** Returns this part with all joules since an earlier state of the counter; the joules before it are other. */
    DividedPart withOther(OptionalDouble sinceJoules) {
        if (sinceJoules.isEmpty() || beginJoules.isEmpty()) {
            return this;
        }
        double other = Math.max(0, beginJoules.getAsDouble() - sinceJoules.getAsDouble());
        DevicePart.Totals all = new DevicePart.Totals(
                DeviceAccount.total(totals.device(), totals.device().joules().orElseThrow() + other),
                totals.requestJoules(), totals.idleJoules(), totals.otherJoules() + other);
        return new DividedPart(span, attribution, factor, beginJoules, all, endJoules, idleWatts);
    }

    /** Returns the share of each request, in the order in which they were given; empty if there is no figure. */
    public List<SpanShare> shares() {
        return attribution.map(device -> shares(device, factor)).orElse(List.of());
    }

    static List<SpanShare> shares(DeviceAttribution device, double factor) {
        return device.requests().stream()
                .map(one -> new SpanShare(one.reading(), one.breakdown().idleShareJoules()).scaled(factor)).toList();
    }
}
