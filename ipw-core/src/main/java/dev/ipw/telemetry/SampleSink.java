package dev.ipw.telemetry;

/** Take the readings of one tick. A sensor for which nothing is called has no reading in that tick. */
public interface SampleSink {
    /**
     * Take a counter's raw reading.
     *
     * @param sensor index into {@link TelemetrySource#sensors()}
     * @param counts the raw counts
     */
    void counter(int sensor, long counts);

    /**
     * Take a value of this instant.
     *
     * @param sensor index into {@link TelemetrySource#sensors()}
     * @param value  the value in the quantity's unit
     */
    void gauge(int sensor, double value);

    /**
     * Say that a sensor could not be read.
     *
     * @param sensor index into {@link TelemetrySource#sensors()}
     * @param reason a constant text: why, and what to do
     */
    void lost(int sensor, String reason);
}
