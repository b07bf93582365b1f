package dev.ipw.energy;

import dev.ipw.statistics.Statistics;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Derive power from joules. */
public final class DevicePower {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final Set<EnergyFlag> WITHOUT_ALL_JOULES = Set.of(EnergyFlag.RESET, EnergyFlag.PARTIAL,
            EnergyFlag.LOST);

    private DevicePower() {}

    /**
     * Summarise the power of devices together over a window: one value for each step between two readings of the first
     * device. Steps in which a device's joules are not all known are left out.
     *
     * @param devices    the devices to add
     * @param startNanos when the window begins
     * @param endNanos   when it ends; not before its start
     * @return watts, the average weighted by time; empty if there is no device or no step
     */
    public static Optional<Statistics> over(List<EnergySeries> devices, long startNanos, long endNanos) {
        if (devices.isEmpty()) {
            return Optional.empty();
        }
        long[] moments = devices.getFirst().prefix().momentsWithin(startNanos, endNanos);
        double[] watts = new double[moments.length];
        int known = 0;
        double joules = 0;
        double seconds = 0;
        for (int i = 1; i < moments.length; i++) {
            double stepSeconds = (moments[i] - moments[i - 1]) / NANOS_PER_SECOND;
            double stepJoules = joules(devices, moments[i - 1], moments[i]);
            if (stepSeconds > 0 && stepJoules >= 0) {
                watts[known++] = stepJoules / stepSeconds;
                joules += stepJoules;
                seconds += stepSeconds;
            }
        }
        double average = joules / seconds;
        return Statistics.of(Arrays.copyOf(watts, known))
                .map(plain -> new Statistics(average, plain.maximum(), plain.median(), plain.minimum()));
    }

    /**
     * Give the average power of devices together over a window: their joules over its time.
     *
     * @param devices    the devices to add
     * @param startNanos when the window begins
     * @param endNanos   when it ends; not before its start
     * @return watts; empty if there is no device, the window has no length, or a device does not know all of its joules
     */
    public static OptionalDouble average(List<EnergySeries> devices, long startNanos, long endNanos) {
        List<EnergyReading> readings = devices.stream().map(device -> device.window(startNanos, endNanos)).toList();
        return devices.isEmpty() || endNanos <= startNanos || !readings.stream().allMatch(EnergyReading::isComplete)
                ? OptionalDouble.empty()
                : OptionalDouble.of(readings.stream().mapToDouble(reading -> reading.joules().orElseThrow()).sum()
                        / ((endNanos - startNanos) / NANOS_PER_SECOND));
    }

    /** Add up the devices; NaN if one of them does not know. */
    private static double joules(List<EnergySeries> devices, long startNanos, long endNanos) {
        double sum = 0;
        for (EnergySeries device : devices) {
            EnergyReading reading = device.window(startNanos, endNanos);
            boolean known = reading.flags().stream().noneMatch(WITHOUT_ALL_JOULES::contains);
            sum += known ? reading.joules().orElse(Double.NaN) : Double.NaN;
        }
        return sum;
    }
}
