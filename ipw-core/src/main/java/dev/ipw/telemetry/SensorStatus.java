package dev.ipw.telemetry;

import dev.ipw.energy.SensorState;
import java.util.Objects;
import java.util.Optional;

/**
 * The status of one sensor, or of one kind of sensor, on a machine.
 *
 * @param collector the collector's id
 * @param name      the sensor in words
 * @param state     what it is doing, as far as is known
 * @param detail    what it measures, or why it does not
 * @param nextStep  what a person can do to have it; empty if nothing is needed or nothing helps
 */
public record SensorStatus(String collector, String name, SensorState state, String detail,
        Optional<String> nextStep) {
    /** Refuses nulls. */
    public SensorStatus {
        Objects.requireNonNull(collector, "collector");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(detail, "detail");
        Objects.requireNonNull(nextStep, "nextStep");
    }

    /**
     * Creates the status of a sensor that can be read. Whether it measures is known once it has been read for a while.
     *
     * @param collector the collector's id
     * @param name      the sensor in words: for one that is sampled the words of {@link Sensor#source()}
     * @param detail    what it measures and how
     * @return the status, UNPROVEN
     */
    public static SensorStatus available(String collector, String name, String detail) {
        return new SensorStatus(collector, name, SensorState.UNPROVEN, detail, Optional.empty());
    }

    /**
     * Creates the status of a sensor that this machine does not have, or that is left out for a good reason.
     *
     * @param collector the collector's id
     * @param name      the sensor in words
     * @param reason    why it cannot be read
     * @param nextStep  what a person can do
     * @return the status, ABSENT
     */
    public static SensorStatus unavailable(String collector, String name, String reason, String nextStep) {
        return new SensorStatus(collector, name, SensorState.ABSENT, reason, Optional.of(nextStep));
    }

    /**
     * Creates the status of a sensor that this machine has and cannot read: a right is missing, a driver fails or does not
     * answer. A session names it among its problems, since its joules are missing from the figures.
     *
     * @param collector the collector's id
     * @param name      the sensor in words
     * @param reason    why it cannot be read
     * @param nextStep  what a person can do
     * @return the status, UNREADABLE
     */
    public static SensorStatus failed(String collector, String name, String reason, String nextStep) {
        return new SensorStatus(collector, name, SensorState.UNREADABLE, reason, Optional.of(nextStep));
    }

    /**
     * Returns whether it can be read now, whether or not it measures.
     *
     * @return false if it is ABSENT or UNREADABLE
     */
    public boolean available() {
        return state != SensorState.ABSENT && state != SensorState.UNREADABLE;
    }
}
