package dev.ipw.energy;

import java.util.Objects;

/**
 * Name the device whose joules a series holds, and say how they come about.
 *
 * @param name            a lasting name, for example {@code package-0} or a GPU's UUID
 * @param scope           which part of the machine it is
 * @param provenance      what the joules may claim; not UNAVAILABLE
 * @param source          the sensor in words, for example {@code powercap package-0}
 * @param periodNanos     the time between two readings when none is missing, in nanoseconds
 * @param resolutionNanos how old what a counter shows can be when it is read, in nanoseconds: the time between two
 *                        refreshes of an exporter; zero where the sensor is read itself, and where the times of the
 *                        readings allow for it already
 * @param averagingNanos  the time over which each power reading is a mean, in nanoseconds; zero for power of an instant
 *                        and for counters
 */
public record MeteredDevice(String name, Scope scope, Provenance provenance, String source, long periodNanos,
        long resolutionNanos, long averagingNanos) {
    /** Check that there is something to meter. */
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
     * Name a device whose sensor is read itself.
     *
     * @param name        a lasting name
     * @param scope       which part of the machine it is
     * @param provenance  what the joules may claim; not UNAVAILABLE
     * @param source      the sensor in words
     * @param periodNanos the time between two readings when none is missing, in nanoseconds
     */
    public MeteredDevice(String name, Scope scope, Provenance provenance, String source, long periodNanos) {
        this(name, scope, provenance, source, periodNanos, 0, 0);
    }
}
