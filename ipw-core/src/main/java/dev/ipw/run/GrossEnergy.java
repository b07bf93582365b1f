package dev.ipw.run;

import dev.ipw.energy.EnergyReading;
import java.util.Objects;

/**
 * Hold the joules that the headline's devices used over the measurement window, as far as they can be told: those of counters,
 * which count through gaps in the readings, and those of polled power, with the time that was not read filled in.
 *
 * @param energy    the joules; their bounds hold what may have been used while the device was not read
 * @param timeShare how much of the measured time was read or counted, of the device that was read least; 1 where nothing is
 *                  filled in
 */
public record GrossEnergy(EnergyReading energy, double timeShare) {
    /** Check that there are joules. */
    public GrossEnergy {
        Objects.requireNonNull(energy, "energy");
        if (!energy.isAvailable() || !(timeShare > 0 && timeShare <= 1)) {
            throw new IllegalArgumentException("Gross energy has joules of a share of the time, not " + energy + " of "
                    + timeShare);
        }
    }

    /**
     * Say whether time that was not read is filled in.
     *
     * @return false if the joules of the whole window are known
     */
    public boolean isFilled() {
        return timeShare < 1;
    }

    public GrossEnergy plus(GrossEnergy other) {
        return new GrossEnergy(energy.plus(other.energy), Math.min(timeShare, other.timeShare));
    }
}
