package dev.ipw.results.internal.meterlog;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.internal.SeriesPart;
import dev.ipw.energy.internal.SeriesStanding;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The readings of a device that came since the block before.
 *
 * @param series   the number of the series in its process
 * @param sensor   the sensor of the series; given once in each segment
 * @param dropped  the number of earlier readings that turned out to be misread
 * @param readings the new readings, on the process's nanoTime
 * @param standing the other facts about the series, where they changed
 */
public record LoggedReadings(int series, Optional<LoggedSensor> sensor, int dropped, SeriesPart readings,
        Optional<SeriesStanding> standing) {
    /**
     * The sensor of a series.
     *
     * @param device     the device
     * @param isBounded  whether its readings have bounds of their own
     * @param limitWatts the maximum power of the device; empty if it is not known
     */
    public record LoggedSensor(MeteredDevice device, boolean isBounded, OptionalDouble limitWatts) {}
}
