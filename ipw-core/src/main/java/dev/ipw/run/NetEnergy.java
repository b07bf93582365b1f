package dev.ipw.run;

import dev.ipw.energy.EnergyReading;
import java.util.List;
import java.util.Optional;

/**
 * Hold the idle and the net joules of the measurement window.
 *
 * @param idleWatts       the devices' idle power
 * @param idleShareJoules that power over the window, as far as the joules of the window are known
 * @param netJoules       the joules of the window without it; below zero where the idle power was overestimated
 * @param sigmaJoules     the standard deviation of the net joules, without that of the sensor itself: that of a value which lies
 *                        anywhere between the bounds of the joules, and the spread of the idle power over the window
 */
public record NetEnergy(double idleWatts, double idleShareJoules, double netJoules, double sigmaJoules) {
    private static final double SQRT_12 = Math.sqrt(12);
    private static final double NANOS_PER_SECOND = 1e9;

    /** Take the idle power off a device's joules; none if there are no joules or no idle power. */
    public static Optional<NetEnergy> of(EnergyReading energy, Optional<IdleBaseline> baseline, long coveredNanos) {
        return baseline.filter(idle -> energy.isAvailable()).map(idle -> {
            double seconds = coveredNanos / NANOS_PER_SECOND;
            double open = energy.upper().orElseThrow() - energy.lower().orElseThrow();
            return new NetEnergy(idle.watts(), idle.watts() * seconds,
                    energy.joules().orElseThrow() - idle.watts() * seconds,
                    Math.hypot(open / SQRT_12, idle.spreadWatts() * seconds));
        });
    }

    /** Add up devices, whose deviations are taken to be independent of each other; none if one of them has none. */
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
