package dev.ipw.telemetry;

import dev.ipw.energy.SensorState;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The status of one sensor, or of one kind of sensor, on a machine.
 *
 * @param collector the collector's id
 * @param name      the sensor in plain words
 * @param state     its state, as far as it is known
 * @param detail    the quantity that it measures, or the reason why it does not
 * @param nextStep  the remedy; empty if nothing is needed or nothing helps
 */
@API(status = API.Status.EXPERIMENTAL)
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
     * Creates the status of a readable sensor. Whether it measures is known once it has been read for a while.
     *
     * @param collector the collector's id
     * @param name      the sensor in plain words: for a sampled one the text of {@link Sensor#source()}
     * @param detail    the quantity that it measures and the method
     * @return the status, UNPROVEN
     */
    public static SensorStatus available(String collector, String name, String detail) {
        return new SensorStatus(collector, name, SensorState.UNPROVEN, detail, Optional.empty());
    }

    /**
     * Creates the status of a sensor that this machine does not have, or that is left out for a good reason.
     *
     * @param collector the collector's id
     * @param name      the sensor in plain words
     * @param reason    the reason why it cannot be read
     * @param nextStep  the remedy
     * @return the status, ABSENT
     */
    public static SensorStatus unavailable(String collector, String name, String reason, String nextStep) {
        return new SensorStatus(collector, name, SensorState.ABSENT, reason, Optional.of(nextStep));
    }

    /**
     * Creates the status of a sensor that this machine has and cannot read: a permission is missing, or a driver fails
     * or does not answer. A session lists it among its problems, since its joules are missing from the figures.
     *
     * @param collector the collector's id
     * @param name      the sensor in plain words
     * @param reason    the reason why it cannot be read
     * @param nextStep  the remedy
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
