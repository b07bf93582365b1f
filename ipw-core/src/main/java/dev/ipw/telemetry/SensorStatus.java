package dev.ipw.telemetry;

import java.util.Optional;

/**
 * Say of one sensor, or of one kind of sensor, whether this machine can read it.
 *
 * @param collector the collector's id
 * @param name      the sensor in words
 * @param available true if it can be read now
 * @param detail    what it measures, or why it cannot be read
 * @param nextStep  what a person can do to have it; empty if nothing is needed or nothing helps
 */
public record SensorStatus(String collector, String name, boolean available, String detail,
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
        return new SensorStatus(collector, name, true, detail, Optional.empty());
    }

    /**
     * Report a sensor that does not work here.
     *
     * @param collector the collector's id
     * @param name      the sensor in words
     * @param reason    why it cannot be read
     * @param nextStep  what a person can do
     * @return the status
     */
    public static SensorStatus unavailable(String collector, String name, String reason, String nextStep) {
        return new SensorStatus(collector, name, false, reason, Optional.of(nextStep));
    }
}
