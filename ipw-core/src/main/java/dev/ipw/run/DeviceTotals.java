package dev.ipw.run;

import dev.ipw.energy.EnergyReading;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold the joules of one device over a run's measurement window and their division: requests + abandoned + idle + other
 * = total.
 *
 * @param device         the device's lasting name
 * @param total          its joules over the window; PARTIAL if the sensor did not read or count through all of it
 * @param requestsWithEnergy requests whose joules of this device are completely known; in {@code summary.json} as
 *                       {@code requests_with_energy}
 * @param requestsJoules joules that went to queries, to their calls, their tools and the time between, as far as they are
 *                       known; empty if those of no query are
 * @param abandonedJoules joules of calls whose query never came to its end, since the process was killed or the run ended
 * @param idleJoules     joules while no query was open
 * @param otherJoules    joules in steps that cannot be divided, such as a gap between readings
 * @param net            what the idle power makes of the total; empty without a baseline
 * @param idleBaseline   what the device draws when idle; empty if there was no quiet time to measure it in
 * @param attribution    how requests that overlapped shared; empty if the device has no joules, or an older version kept
 *                       the run
 */
public record DeviceTotals(String device, EnergyReading total, long requestsWithEnergy,
        OptionalDouble requestsJoules, OptionalDouble abandonedJoules, OptionalDouble idleJoules,
        OptionalDouble otherJoules, Optional<NetEnergy> net, Optional<IdleBaseline> idleBaseline,
        Optional<DeviceSharing> attribution) {
    /** Refuse nulls. */
    public DeviceTotals {
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(total, "total");
        Objects.requireNonNull(net, "net");
        Objects.requireNonNull(idleBaseline, "idleBaseline");
        Objects.requireNonNull(attribution, "attribution");
    }
}
