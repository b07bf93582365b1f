package dev.ipw.junit;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import java.time.Duration;

/**
 * Hold one repetition: a few calls in one window.
 *
 * @param reading  what all its calls used
 * @param calls    how many there were
 * @param duration how long they took together
 * @param process  the process's own share of the processor packages in that time
 */
record Repetition(EnergyReading reading, int calls, Duration duration, ProcessShare process) {
    double joules() {
        return reading.joules().orElseThrow() / calls;
    }

    double lower() {
        return reading.lower().orElseThrow() / calls;
    }

    double upper() {
        return reading.upper().orElseThrow() / calls;
    }

    /** Return how far the bounds lie apart, as a share of the figure; infinite without a figure. */
    double width() {
        return reading.joules().orElse(0) > 0 ? (upper() - lower()) / joules() : Double.POSITIVE_INFINITY;
    }
}
