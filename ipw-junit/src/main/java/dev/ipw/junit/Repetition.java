package dev.ipw.junit;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import java.time.Duration;

/**
 * One repetition: a few calls in one window.
 *
 * @param reading  the energy of all its calls
 * @param calls    the number of calls
 * @param duration their total duration
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

    /** Returns the width of the bounds, as a fraction of the figure; infinite without a figure. */
    double width() {
        return reading.joules().orElse(0) > 0 ? (upper() - lower()) / joules() : Double.POSITIVE_INFINITY;
    }
}
