package dev.ipw.telemetry;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import dev.ipw.engine.attribution.SpanShare;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Hold what one device's joules of a part of time went to.
 *
 * @param span      the part of time
 * @param shares    what each span that was open in it was charged, in the order in which they were given
 * @param totals    their sum, and what else was used
 * @param endJoules where its curve ended, in joules since the series began; empty if there is no figure
 * @param idleWatts what it draws when idle, in watts; empty if that is not known
 */
record DevicePart(TimeSpan span, List<SpanShare> shares, Totals totals, OptionalDouble endJoules,
        OptionalDouble idleWatts) {

    /**
     * Hold joules that add up: requests + idle + other = device.
     *
     * @param device        what the device used
     * @param requestJoules what all spans were charged
     * @param idleJoules    what was used while none was open
     * @param otherJoules   what is nobody's
     */
    record Totals(EnergyReading device, double requestJoules, double idleJoules, double otherJoules) {
        /** Returns it as what is known of a longer time. */
        Totals partial() {
            return device.isAvailable()
                    ? new Totals(device.flagged(EnergyFlag.PARTIAL), requestJoules, idleJoules, otherJoules)
                    : this;
        }

        Totals plus(Totals later) {
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
