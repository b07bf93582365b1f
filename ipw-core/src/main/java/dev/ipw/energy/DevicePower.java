package dev.ipw.energy;

import dev.ipw.statistics.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Derive power from joules. */
public final class DevicePower {
    private static final double NANOS_PER_SECOND = 1e9;

    private DevicePower() {}

    /**
     * Summarise the power of devices together over a window: the average is that of their joules over the time in which they
     * are known, the rest is of the stretches in the window, as {@link PowerStretches} has them. In a window shorter than a
     * stretch all is the average.
     *
     * @param devices    the devices to add
     * @param startNanos when the window begins
     * @param endNanos   when it ends; not before its start
     * @return watts; empty if there is no device, or one of them knows nothing of the window
     */
    public static Optional<Statistics> over(List<EnergySeries> devices, long startNanos, long endNanos) {
        double average = 0;
        for (EnergySeries device : devices) {
            double seconds = device.coveredNanos(startNanos, endNanos) / NANOS_PER_SECOND;
            average += device.window(startNanos, endNanos).joules().orElse(Double.NaN) / seconds;
        }
        if (devices.isEmpty() || !Double.isFinite(average)) {
            return Optional.empty();
        }
        List<PowerStretch> together = together(devices.stream()
                .map(device -> PowerStretches.within(device, startNanos, endNanos)).toList());
        double mean = average;
        return Statistics.of(together.stream().mapToDouble(PowerStretch::watts).toArray())
                .map(stretches -> new Statistics(mean, Math.max(mean, stretches.maximum()), stretches.median(),
                        Math.min(mean, stretches.minimum())))
                .or(() -> Optional.of(new Statistics(mean, mean, mean, mean)));
    }

    /** Add up stretches wherever each device has one. */
    private static List<PowerStretch> together(List<List<PowerStretch>> devices) {
        List<PowerStretch> sum = devices.isEmpty() ? List.of() : devices.getFirst();
        for (int device = 1; device < devices.size(); device++) {
            sum = sum(sum, devices.get(device));
        }
        return sum;
    }

    private static List<PowerStretch> sum(List<PowerStretch> one, List<PowerStretch> other) {
        List<PowerStretch> sum = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < one.size() && j < other.size()) {
            PowerStretch first = one.get(i);
            PowerStretch second = other.get(j);
            long from = Math.max(first.startNanos(), second.startNanos());
            long to = Math.min(first.endNanos(), second.endNanos());
            if (from < to) {
                sum.add(new PowerStretch(from, to, first.watts() + second.watts()));
            }
            i += first.endNanos() == to ? 1 : 0;
            j += second.endNanos() == to ? 1 : 0;
        }
        return sum;
    }

    /**
     * Give the power of devices together now: of each the mean of its latest stretch of so long.
     *
     * @param devices     the devices to add
     * @param nowNanos    what now is, on the clock of the readings
     * @param lengthNanos how long the stretch is at least
     * @return watts; empty if there is no device, or one of them is not known
     */
    public static OptionalDouble now(List<EnergySeries> devices, long nowNanos, long lengthNanos) {
        List<PowerStretch> latest = devices.stream()
                .flatMap(device -> PowerStretches.latest(device, nowNanos, lengthNanos).stream()).toList();
        return devices.isEmpty() || latest.size() < devices.size()
                ? OptionalDouble.empty()
                : OptionalDouble.of(latest.stream().mapToDouble(PowerStretch::watts).sum());
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
}
