package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyReading;
import dev.ipw.statistics.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The power of devices, derived from joules. */
public final class DevicePower {
    private static final double NANOS_PER_SECOND = 1e9;

    private DevicePower() {}

    /**
     * Summarises the power of devices together over a window. The average is that of their joules over the time in
     * which they are known; the other values are of the intervals in the window, as in {@link PowerIntervals}. In a
     * window shorter than an interval all values are the average.
     *
     * @param devices    the devices to add
     * @param startNanos the start of the window
     * @param endNanos   the end of the window; not before its start
     * @return watts; empty if there is no device, or one of them has no data for the window
     */
    public static Optional<Statistics> over(List<DeviceSeries> devices, long startNanos, long endNanos) {
        double average = 0;
        for (DeviceSeries device : devices) {
            double seconds = device.coveredNanos(startNanos, endNanos) / NANOS_PER_SECOND;
            average += device.window(startNanos, endNanos).joules().orElse(Double.NaN) / seconds;
        }
        if (devices.isEmpty() || !Double.isFinite(average)) {
            return Optional.empty();
        }
        List<PowerInterval> together = together(devices.stream()
                .map(device -> PowerIntervals.within(device, startNanos, endNanos)).toList());
        double mean = average;
        return Statistics.of(together.stream().mapToDouble(PowerInterval::watts).toArray())
                .map(intervals -> new Statistics(mean, Math.max(mean, intervals.maximum()), intervals.median(),
                        Math.min(mean, intervals.minimum())))
                .or(() -> Optional.of(new Statistics(mean, mean, mean, mean)));
    }

    /** Adds up intervals wherever each device has one. */
    private static List<PowerInterval> together(List<List<PowerInterval>> devices) {
        List<PowerInterval> sum = devices.isEmpty() ? List.of() : devices.getFirst();
        for (int device = 1; device < devices.size(); device++) {
            sum = sum(sum, devices.get(device));
        }
        return sum;
    }

    private static List<PowerInterval> sum(List<PowerInterval> one, List<PowerInterval> other) {
        List<PowerInterval> sum = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < one.size() && j < other.size()) {
            PowerInterval first = one.get(i);
            PowerInterval second = other.get(j);
            long from = Math.max(first.startNanos(), second.startNanos());
            long to = Math.min(first.endNanos(), second.endNanos());
            if (from < to) {
                sum.add(new PowerInterval(from, to, first.watts() + second.watts()));
            }
            i += first.endNanos() == to ? 1 : 0;
            j += second.endNanos() == to ? 1 : 0;
        }
        return sum;
    }

    /**
     * Returns the current power of devices together: for each the mean of its latest interval of the given length.
     *
     * @param devices     the devices to add
     * @param nowNanos    the current time, on the clock of the readings
     * @param lengthNanos the minimum length of the interval
     * @return watts; empty if there is no device, or one of them is not known
     */
    public static OptionalDouble now(List<DeviceSeries> devices, long nowNanos, long lengthNanos) {
        List<PowerInterval> latest = devices.stream()
                .flatMap(device -> PowerIntervals.latest(device, nowNanos, lengthNanos).stream()).toList();
        return devices.isEmpty() || latest.size() < devices.size()
                ? OptionalDouble.empty()
                : OptionalDouble.of(latest.stream().mapToDouble(PowerInterval::watts).sum());
    }

    /**
     * Returns the average power of devices together over a window: their joules over its time.
     *
     * @param devices    the devices to add
     * @param startNanos the start of the window
     * @param endNanos   the end of the window; not before its start
     * @return watts; empty if there is no device, the window has no length, or not all joules of a device are known
     */
    public static OptionalDouble average(List<DeviceSeries> devices, long startNanos, long endNanos) {
        List<EnergyReading> readings = devices.stream().map(device -> device.window(startNanos, endNanos)).toList();
        return devices.isEmpty() || endNanos <= startNanos || !readings.stream().allMatch(EnergyReading::isComplete)
                ? OptionalDouble.empty()
                : OptionalDouble.of(readings.stream().mapToDouble(reading -> reading.joules().orElseThrow()).sum()
                        / ((endNanos - startNanos) / NANOS_PER_SECOND));
    }
}
