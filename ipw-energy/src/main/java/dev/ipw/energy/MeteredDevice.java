package dev.ipw.energy;

import java.util.Objects;
import org.apiguardian.api.API;

/**
 * The device of a series, and the origin of its joules.
 *
 * @param name            a permanent name, for example {@code package-0} or a GPU's UUID
 * @param scope           the part of the machine
 * @param provenance      the strongest provenance of its joules; not UNAVAILABLE
 * @param source          the sensor in plain words, for example {@code powercap package-0}
 * @param periodNanos     the time between two readings when none is missing, in nanoseconds
 * @param resolutionNanos the maximum age of a counter's value when it is read, in nanoseconds: the time between two
 *                        refreshes of an exporter; zero where the sensor is read itself, and where the times of the
 *                        readings allow for it already
 * @param averagingNanos  the time over which each power reading is a mean, in nanoseconds; zero for power of an instant
 *                        and for counters
 */
@API(status = API.Status.EXPERIMENTAL)
public record MeteredDevice(String name, Scope scope, Provenance provenance, String source, long periodNanos,
        long resolutionNanos, long averagingNanos) {
    /** Checks the provenance and the times. */
    public MeteredDevice {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(source, "source");
        if (provenance == Provenance.UNAVAILABLE) {
            throw new IllegalArgumentException("A metered device has joules; its provenance cannot be UNAVAILABLE");
        }
        if (periodNanos <= 0) {
            throw new IllegalArgumentException("periodNanos must be positive, not " + periodNanos);
        }
        if (resolutionNanos < 0 || averagingNanos < 0) {
            throw new IllegalArgumentException("The age of a reading cannot be negative: " + source);
        }
    }

    /**
     * Describes a device whose sensor is read itself.
     *
     * @param name        a permanent name
     * @param scope       the part of the machine
     * @param provenance  the strongest provenance of its joules; not UNAVAILABLE
     * @param source      the sensor in plain words
     * @param periodNanos the time between two readings when none is missing, in nanoseconds
     */
    public MeteredDevice(String name, Scope scope, Provenance provenance, String source, long periodNanos) {
        this(name, scope, provenance, source, periodNanos, 0, 0);
    }
}
