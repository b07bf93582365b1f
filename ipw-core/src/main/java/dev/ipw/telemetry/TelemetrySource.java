package dev.ipw.telemetry;

import java.time.Duration;
import java.util.List;

/**
 * Read a group of sensors together. A session calls {@link #sample} from one thread of its own; once warm it should
 * allocate nothing.
 */
public interface TelemetrySource extends AutoCloseable {
    /**
     * Name the source.
     *
     * @return the collector's id, for example {@code powercap}
     */
    String id();

    /**
     * List what it reads. The list never changes.
     *
     * @return the sensors, in the order of the sink's indices
     */
    List<Sensor> sensors();

    /**
     * Say how often it is worth reading.
     *
     * @return the period between two ticks
     */
    Duration period();

    /**
     * Read every sensor once. A sensor that cannot be read is reported to the sink and is no exception.
     *
     * @param sink takes the readings
     */
    void sample(SampleSink sink);

    /** Release what it holds. Calling it again does nothing. */
    @Override
    void close();
}
