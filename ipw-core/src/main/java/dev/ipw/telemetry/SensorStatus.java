package dev.ipw.telemetry;

import java.util.Optional;

/**
 * Report whether this machine can read one sensor, or one kind of sensor.
 *
 * @param collector    the collector's id
 * @param name         the sensor in words
 * @param availability whether it can be read now
 * @param detail       what it measures, or why it cannot be read
 * @param nextStep     what a person can do to have it; empty if nothing is needed or nothing helps
 */
public record SensorStatus(String collector, String name, Availability availability, String detail,
        Optional<String> nextStep) {

    /**
     * Report a sensor that works.
     *
     * @param collector the collector's id
     * @param name      the sensor in words
     * @param detail    what it measures and how
     * @return the status
     */
    public static SensorStatus available(String collector, String name, String detail) {
        return new SensorStatus(collector, name, Availability.READABLE, detail, Optional.empty());
    }

    /**
     * Report a sensor that this machine does not have, or that is left out for a good reason.
     *
     * @param collector the collector's id
     * @param name      the sensor in words
     * @param reason    why it cannot be read
     * @param nextStep  what a person can do
     * @return the status
     */
    public static SensorStatus unavailable(String collector, String name, String reason, String nextStep) {
        return new SensorStatus(collector, name, Availability.ABSENT, reason, Optional.of(nextStep));
    }

    /**
     * Report a sensor that this machine has but cannot read: a right is missing, a driver fails or does
     * not answer. A session names it among its problems, since its joules are missing from the figures.
     *
     * @param collector the collector's id
     * @param name      the sensor in words
     * @param reason    why it cannot be read
     * @param nextStep  what a person can do
     * @return the status
     */
    public static SensorStatus failed(String collector, String name, String reason, String nextStep) {
        return new SensorStatus(collector, name, Availability.FAILED, reason, Optional.of(nextStep));
    }

    /**
     * Return whether it can be read now.
     *
     * @return true if so
     */
    public boolean available() {
        return availability == Availability.READABLE;
    }

    /** List whether a sensor can be read. */
    public enum Availability {
        /** It can be read now. */
        READABLE,
        /** This machine does not have it, or it is left out for a good reason. */
        ABSENT,
        /** This machine has it, and it cannot be read. */
        FAILED
    }
}
