package dev.ipw.telemetry;

import dev.ipw.energy.Scope;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * The description of one column of readings.
 *
 * @param device          a permanent name of the device, for example {@code package-0} or a GPU's UUID
 * @param scope           the part of the machine that it covers
 * @param quantity        the quantity that it reads
 * @param source          the place where it reads, in plain words: {@code powercap package-0}
 * @param joulesPerUnit   joules of one count, for energy counters; empty otherwise
 * @param counterRange    the number of counts after which the counter starts at zero again; empty if it never does
 * @param limitWatts      the maximum power of the device in watts, where known: larger steps are resets, not wraps
 * @param averagingNanos  the time over which a power reading is a mean; zero for power of an instant, empty if not
 *                        specified
 * @param resolutionNanos the maximum age of a reading at the time it is read, for example between two collections of an
 *                        exporter; empty for a sensor that is read itself
 * @param doubted         true for an energy counter that counts only once it agrees with the device's power
 * @param readingNanos    the time between two looks at an energy counter that takes too long to be read in each tick:
 *                        its joules are divided over that time by the device's power, which the same source reads in
 *                        each tick; empty for other sensors
 */
@API(status = API.Status.EXPERIMENTAL)
public record Sensor(String device, Scope scope, Quantity quantity, String source, OptionalDouble joulesPerUnit,
        OptionalLong counterRange, OptionalDouble limitWatts, OptionalLong averagingNanos,
        OptionalLong resolutionNanos, boolean doubted, OptionalLong readingNanos) {
    private static final double MIN_JOULES = 1e-15;
    private static final double MAX_JOULES = 1e10;

    /** Removes an implausible limit, and checks that energy counters, and only they, define the joules of one count. */
    public Sensor {
        if ((quantity == Quantity.ENERGY_COUNTER) != joulesPerUnit.isPresent()) {
            throw new IllegalArgumentException("joulesPerUnit belongs to energy counters, and they need it: " + source);
        }
        if (!(joulesPerUnit.orElse(MIN_JOULES) >= MIN_JOULES
                && joulesPerUnit.orElse(MIN_JOULES) <= MAX_JOULES)) {
            throw new IllegalArgumentException("One count of an energy counter is from " + MIN_JOULES + " to "
                    + MAX_JOULES + " J, not " + joulesPerUnit.getAsDouble() + ": " + source);
        }
        if (Double.isNaN(limitWatts.orElse(0)) || !Quantity.POWER_WATTS.isPossible(limitWatts.orElse(0))) {
            limitWatts = OptionalDouble.empty();
        }
        if (doubted && quantity != Quantity.ENERGY_COUNTER) {
            throw new IllegalArgumentException("Only an energy counter can be doubted: " + source);
        }
        if (readingNanos.isPresent() && (quantity != Quantity.ENERGY_COUNTER || readingNanos.getAsLong() <= 0)) {
            throw new IllegalArgumentException("Only an energy counter is read less often than its source, and after "
                    + "some time: " + source);
        }
        if (averagingNanos.orElse(0) < 0 || resolutionNanos.orElse(0) < 0) {
            throw new IllegalArgumentException("Neither the averaging time nor the age of a reading can be negative: "
                    + source);
        }
    }

    /**
     * Describes an energy counter.
     *
     * @param device        a permanent name of the device
     * @param scope         the part of the machine
     * @param source        the place where it reads, in plain words
     * @param joulesPerUnit joules of one count
     * @param counterRange  the number of counts after which it starts at zero again, or empty
     * @return the sensor
     */
    public static Sensor energyCounter(String device, Scope scope, String source, double joulesPerUnit,
            OptionalLong counterRange) {
        return new Sensor(device, scope, Quantity.ENERGY_COUNTER, source, OptionalDouble.of(joulesPerUnit),
                counterRange, OptionalDouble.empty(), OptionalLong.empty(), OptionalLong.empty(), false,
                OptionalLong.empty());
    }

    /**
     * Describes a sensor that is not an energy counter.
     *
     * @param device   a permanent name of the device
     * @param scope    the part of the machine
     * @param quantity the quantity that it reads
     * @param source   the place where it reads, in plain words
     * @return the sensor
     */
    public static Sensor of(String device, Scope scope, Quantity quantity, String source) {
        return new Sensor(device, scope, quantity, source, OptionalDouble.empty(), OptionalLong.empty(),
                OptionalDouble.empty(), OptionalLong.empty(), OptionalLong.empty(), false, OptionalLong.empty());
    }

    /**
     * Sets the maximum power of the device.
     *
     * @param watts its limit in watts
     * @return a copy with the limit
     */
    public Sensor withLimitWatts(double watts) {
        return limited(OptionalDouble.of(watts));
    }

    Sensor ofDevice(String name) {
        return new Sensor(name, scope, quantity, source, joulesPerUnit, counterRange, limitWatts, averagingNanos,
                resolutionNanos, doubted, readingNanos);
    }

    Sensor withoutLimitWatts() {
        return limited(OptionalDouble.empty());
    }

    private Sensor limited(OptionalDouble watts) {
        return new Sensor(device, scope, quantity, source, joulesPerUnit, counterRange, watts, averagingNanos,
                resolutionNanos, doubted, readingNanos);
    }

    /**
     * Sets the averaging time of a power reading.
     *
     * @param nanos the time in nanoseconds, zero for power of an instant
     * @return a copy with the time
     */
    public Sensor withAveragingNanos(long nanos) {
        return new Sensor(device, scope, quantity, source, joulesPerUnit, counterRange, limitWatts,
                OptionalLong.of(nanos), resolutionNanos, doubted, readingNanos);
    }

    /**
     * Sets the maximum age of a reading.
     *
     * @param nanos the age in nanoseconds
     * @return a copy with the age
     */
    public Sensor withResolutionNanos(long nanos) {
        return new Sensor(device, scope, quantity, source, joulesPerUnit, counterRange, limitWatts, averagingNanos,
                OptionalLong.of(nanos), doubted, readingNanos);
    }

    /**
     * Requires that the counter is compared with the device's power before its joules count. The same source must read
     * that power, for the same device and scope.
     *
     * @return a copy that is doubted
     */
    public Sensor doubtful() {
        return new Sensor(device, scope, quantity, source, joulesPerUnit, counterRange, limitWatts, averagingNanos,
                resolutionNanos, true, readingNanos);
    }

    /**
     * Sets the time between two looks at an energy counter that takes too long to be read in each tick. The same source
     * must read the instantaneous power of the same device and scope in each tick.
     *
     * @param nanos the time in nanoseconds
     * @return a copy with the time
     */
    public Sensor withReadingNanos(long nanos) {
        return new Sensor(device, scope, quantity, source, joulesPerUnit, counterRange, limitWatts, averagingNanos,
                resolutionNanos, doubted, OptionalLong.of(nanos));
    }

    /** Formats the device, the quantity and the source for a reader. */
    @Override
    public String toString() {
        return device + " " + quantity + " (" + source + ")";
    }
}
