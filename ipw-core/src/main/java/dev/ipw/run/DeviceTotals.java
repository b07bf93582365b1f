package dev.ipw.run;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.DeviceSharing;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * The joules of one device over a run's measurement window and their division: requests + abandoned + phases + idle +
 * other = total.
 *
 * @param device             the device's permanent name
 * @param total              its joules over the window; PARTIAL if the sensor did not read or count through all of it
 * @param requestsWithEnergy requests whose joules of this device are completely known; in {@code summary.json} as
 *                           {@code requests_with_energy}
 * @param requestsJoules     joules charged to queries, to their calls, their tools and the time between, as far as they
 *                           are known; empty if they are not known of any query
 * @param abandonedJoules    joules of calls whose query did not end, because the process was killed or the run ended
 * @param phasesJoules       joules of the phases around queries, such as the creation of a task's environment, while no
 *                           call was in flight
 * @param idleJoules         joules while no query was open
 * @param otherJoules        joules in steps that cannot be divided, such as a gap between readings
 * @param net                the division of the total by the idle power; empty without a baseline
 * @param idleBaseline       the device's idle power; empty if there was no quiet time to measure it in
 * @param attribution        the rule and the reliability of the shares of overlapping requests; empty if the device has
 *                           no joules, or an older version kept the run
 */
@API(status = API.Status.EXPERIMENTAL)
public record DeviceTotals(String device, EnergyReading total, long requestsWithEnergy,
        OptionalDouble requestsJoules, OptionalDouble abandonedJoules, OptionalDouble phasesJoules,
        OptionalDouble idleJoules, OptionalDouble otherJoules, Optional<NetEnergy> net,
        Optional<IdleBaseline> idleBaseline,
        Optional<DeviceSharing> attribution) {
    /** Refuses nulls. */
    public DeviceTotals {
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(total, "total");
        Objects.requireNonNull(net, "net");
        Objects.requireNonNull(idleBaseline, "idleBaseline");
        Objects.requireNonNull(attribution, "attribution");
    }

    /**
     * Creates totals that are not divided, such as those of a device that several shards of a run use.
     *
     * @param device the device's permanent name
     * @param total  its joules over the window
     * @return totals without any other figure
     */
    public static DeviceTotals undivided(String device, EnergyReading total) {
        return new DeviceTotals(device, total, 0, OptionalDouble.empty(), OptionalDouble.empty(),
                OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), Optional.empty(),
                Optional.empty(), Optional.empty());
    }

    /**
     * The idle and the net joules of the measurement window.
     *
     * @param idleWatts       the devices' idle power
     * @param idleShareJoules that power over the window, as far as the joules of the window are known
     * @param netJoules       the joules of the window without it; below zero where the idle power was overestimated
     * @param sigmaJoules     the standard deviation of the net joules, without that of the sensor itself: that of a
     *                        value which lies anywhere between the bounds of the joules, and the spread of the idle
     *                        power over the window
     */
    public record NetEnergy(double idleWatts, double idleShareJoules, double netJoules, double sigmaJoules) {
        private static final double SQRT_12 = Math.sqrt(12);
        private static final double NANOS_PER_SECOND = 1e9;

        /** Subtracts the idle power from a device's joules; empty if there are no joules or no idle power. */
        public static Optional<NetEnergy> of(EnergyReading energy, Optional<IdleBaseline> baseline, long coveredNanos) {
            return baseline.filter(idle -> energy.isAvailable()).map(idle -> {
                double seconds = coveredNanos / NANOS_PER_SECOND;
                double open = energy.upper().orElseThrow() - energy.lower().orElseThrow();
                return new NetEnergy(idle.watts(), idle.watts() * seconds,
                        energy.joules().orElseThrow() - idle.watts() * seconds,
                        Math.hypot(open / SQRT_12, idle.spreadWatts() * seconds));
            });
        }

        /**
         * Adds up devices, whose deviations are assumed to be independent of each other; empty if one of them has no
         * net joules.
         */
        public static Optional<NetEnergy> sum(List<Optional<NetEnergy>> devices) {
            return devices.stream().reduce((one, other) -> one.flatMap(known -> other.map(known::plus)))
                    .flatMap(sum -> sum);
        }

        private NetEnergy plus(NetEnergy other) {
            return new NetEnergy(idleWatts + other.idleWatts, idleShareJoules + other.idleShareJoules,
                    netJoules + other.netJoules,
                    Math.hypot(sigmaJoules, other.sigmaJoules));
        }
    }

    /**
     * A device's idle power with the model loaded: the median over quiet pieces of the rests before and after the
     * measurement window, and of long pauses in it.
     *
     * @param watts              the median in watts
     * @param spreadWatts        the spread of the pieces, as a standard deviation
     * @param pieces             the number of pieces
     * @param beforeWatts        the median over the rest before the window alone; empty without one
     * @param afterWatts         the median over the rest after it alone; empty without one
     * @param time               the end of the last piece
     * @param temperatureCelsius the device's median temperature over the pieces; empty if not read
     * @param otherProcesses     the maximum number of processes that used the device meanwhile, except one, which is
     *                           assumed to be the server; empty if not counted
     */
    public record IdleBaseline(double watts, double spreadWatts, int pieces, OptionalDouble beforeWatts,
            OptionalDouble afterWatts, Instant time, OptionalDouble temperatureCelsius, OptionalLong otherProcesses) {
        /** Refuses nulls. */
        public IdleBaseline {
            Objects.requireNonNull(time, "time");
        }
    }
}
