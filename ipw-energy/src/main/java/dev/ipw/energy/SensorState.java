package dev.ipw.energy;

import org.apiguardian.api.API;

/**
 * The state of a sensor of energy or power: whether its readings show the energy of its device. It is learned from the
 * readings, and changes with them.
 */
@API(status = API.Status.EXPERIMENTAL)
public enum SensorState {
    /** It shows energy or power, and no other reading contradicts it. */
    MEASURING("measures"),
    /** It can be read, but not yet for long enough to decide. */
    UNPROVEN("has not proved itself yet"),
    /** It can be read and always shows the same value, as on many virtual machines. */
    STANDING_STILL("stands still"),
    /** Other readings of its device contradict it. */
    INCONSISTENT("contradicts other readings"),
    /** It was read before and cannot be read now. */
    LOST("is lost"),
    /** The machine has it, and this program cannot read it: a permission is missing, or a driver fails. */
    UNREADABLE("cannot be read"),
    /** The machine does not have it, or it is left out for a good reason. */
    ABSENT("is absent");

    private final String words;

    SensorState(String words) {
        this.words = words;
    }

    /**
     * Returns the state in words, to follow the name of a sensor.
     *
     * @return for example {@code stands still}
     */
    public String words() {
        return words;
    }

    /**
     * Returns whether figures may rest on the sensor as far as is known: it measures, or nothing contradicts it yet.
     *
     * @return true for MEASURING and UNPROVEN
     */
    public boolean isUsable() {
        return this == MEASURING || this == UNPROVEN;
    }

    /**
     * Returns whether the sensor is read and its readings do not show the energy of its device.
     *
     * @return true for STANDING_STILL and INCONSISTENT
     */
    public boolean isRefuted() {
        return this == STANDING_STILL || this == INCONSISTENT;
    }
}
