package dev.ipw.telemetry;

import org.apiguardian.api.API;

/** Receives the readings of one tick. A sensor without a call has no reading in that tick. */
@API(status = API.Status.EXPERIMENTAL)
public interface SampleSink {
    /**
     * Begins a row of readings from another time than now: the following readings were read between these moments. For
     * a source that passes on readings of another program. Rows come in the order of their times; one that lies before
     * an earlier one is left out and counted. Either all readings of a tick are dated like this, or none.
     *
     * @param beforeNanos the first moment at which they may have been read, as {@link System#nanoTime()}
     * @param afterNanos  the last moment at which they may have been read
     */
    default void at(long beforeNanos, long afterNanos) {}

    /**
     * Returns whether another dated row can be accepted now. A source with many such rows at once, such as a recording,
     * stops where there is no room and continues in its next tick; rows that it writes nevertheless may be missing on
     * disk.
     *
     * @return true by default
     */
    default boolean hasRoom() {
        return true;
    }

    /**
     * Records a counter's raw reading.
     *
     * @param sensor index into {@link TelemetrySource#sensors()}
     * @param counts the raw counts
     */
    void counter(int sensor, long counts);

    /**
     * Records an instantaneous value.
     *
     * @param sensor index into {@link TelemetrySource#sensors()}
     * @param value  the value in the quantity's unit
     */
    void gauge(int sensor, double value);

    /**
     * Records that a sensor could not be read.
     *
     * @param sensor index into {@link TelemetrySource#sensors()}
     * @param reason a constant text with the reason and the remedy
     */
    void lost(int sensor, String reason);
}
