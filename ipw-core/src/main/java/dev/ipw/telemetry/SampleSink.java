package dev.ipw.telemetry;

/** Receive the readings of one tick. A sensor for which nothing is called has no reading in that tick. */
public interface SampleSink {
    /**
     * Begin a row of readings that were made at another time than now: those that follow were read between these moments.
     * For a source that hands on what another program has read. Rows come in the order of their times; one that lies before
     * an earlier one is left out and counted. Either all readings of a tick are dated so, or none.
     *
     * @param beforeNanos the first moment at which they may have been read, as {@link System#nanoTime()}
     * @param afterNanos  the last moment at which they may have been read
     */
    default void at(long beforeNanos, long afterNanos) {}

    /**
     * Return whether another row of a time of its own can be taken now. A source that has many of them at once, such as a
     * recording, stops where there is no room and goes on in its next tick; what it gives all the same may be missing on
     * disk.
     *
     * @return true by default
     */
    default boolean hasRoom() {
        return true;
    }

    /**
     * Record a counter's raw reading.
     *
     * @param sensor index into {@link TelemetrySource#sensors()}
     * @param counts the raw counts
     */
    void counter(int sensor, long counts);

    /**
     * Record an instantaneous value.
     *
     * @param sensor index into {@link TelemetrySource#sensors()}
     * @param value  the value in the quantity's unit
     */
    void gauge(int sensor, double value);

    /**
     * Record that a sensor could not be read.
     *
     * @param sensor index into {@link TelemetrySource#sensors()}
     * @param reason a constant text: why, and what to do
     */
    void lost(int sensor, String reason);
}
