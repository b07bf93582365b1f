package dev.ipw.telemetry.internal.division;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import java.util.List;

/**
 * The division of one device's joules in a part of time over spans.
 *
 * @param divided the division over requests
 * @param shares  the share of each span that was open in it, in the order in which the spans were given
 */
public record DevicePart(DividedPart divided, List<SpanShare> shares) {
    /** Returns the part of time. */
    public TimeSpan span() {
        return divided.span();
    }

    /** Returns the sum of the shares, and the remaining joules. */
    public Totals totals() {
        return divided.totals();
    }

    /**
     * Joules that add up: requests + idle + other = device.
     *
     * @param device        the joules of the device
     * @param requestJoules the joules charged to all spans
     * @param idleJoules    the joules used while no span was open
     * @param otherJoules   the joules that belong to nobody
     */
    public record Totals(EnergyReading device, double requestJoules, double idleJoules, double otherJoules) {
        /** Returns these sums as the known part of a longer time. */
        public Totals partial() {
            return device.isAvailable()
                    ? new Totals(device.flagged(EnergyFlag.PARTIAL), requestJoules, idleJoules, otherJoules)
                    : this;
        }

        public Totals plus(Totals later) {
            if (!device.isAvailable() || !later.device.isAvailable()) {
                EnergyReading known = device.isAvailable() ? device : later.device;
                Totals counted = device.isAvailable() ? this : later;
                return new Totals(known.isAvailable() ? known.flagged(EnergyFlag.PARTIAL) : known,
                        counted.requestJoules, counted.idleJoules, counted.otherJoules);
            }
            return new Totals(device.plus(later.device), requestJoules + later.requestJoules,
                    idleJoules + later.idleJoules, otherJoules + later.otherJoules);
        }
    }
}
