package dev.ipw.energy.internal;

import dev.ipw.energy.SensorState;
import java.util.Optional;

/**
 * The facts about a series that are not in its readings.
 *
 * @param lossReason     why readings stopped; empty while the sensor answers
 * @param doubt          the state of a sensor whose joules are doubted; empty if they are not
 * @param doubtReason    the reason for the doubt
 * @param isDuplicate    whether it repeats another series
 * @param isContradicted whether another sensor of the device shows other joules
 */
public record SeriesStanding(Optional<String> lossReason, Optional<SensorState> doubt, Optional<String> doubtReason,
        boolean isDuplicate, boolean isContradicted) {
    /** The standing of a series with which nothing is wrong. */
    public static final SeriesStanding SOUND = new SeriesStanding(Optional.empty(), Optional.empty(), Optional.empty(),
            false, false);
}
