package dev.ipw.telemetry.recorded;

import dev.ipw.error.InputException;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import java.util.List;

/** Read the rows of a recording in order, on the clock of {@link System#nanoTime()}. For one thread. */
interface Recording extends AutoCloseable {
    List<Sensor> sensors();

    List<DeviceInfo> devices();

    /** Return the usual time between two readings of a device. */
    long periodNanos();

    /**
     * Leave out rows before a moment, as far as that can be done without reading them. Asked once, before the first row is.
     *
     * @throws InputException if it can be read no more
     */
    default void skipTo(long nanos) {}

    /**
     * Look for another row.
     *
     * @return false after the last one, for now if the recording is still being written
     * @throws InputException if it can be read no more
     */
    boolean hasNext();

    /** Return the time of the row that {@link #hasNext} found. */
    long nextNanos();

    /** Read the row that {@link #hasNext} found. */
    void next(SampleSink sink);

    /** Return whether it was seen to grow lately: then there may be more to wait for. */
    boolean grows();

    /** Return one sentence for each thing that cannot be used. Any thread may ask. */
    List<String> problems();

    @Override
    void close();
}
