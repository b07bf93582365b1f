package dev.ipw.telemetry.recorded;

import dev.ipw.error.InputException;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import java.util.List;

/** The rows of a recording in order, on the clock of {@link System#nanoTime()}. For one thread. */
interface Recording extends AutoCloseable {
    List<Sensor> sensors();

    List<DeviceInfo> devices();

    /** Returns the usual time between two readings of a device. */
    long periodNanos();

    /**
     * Skips rows before a moment, as far as that is possible without reading them. Called once, before the first row is
     * read.
     *
     * @throws InputException if reading fails for good
     */
    default void skipTo(long nanos) {}

    /**
     * Returns whether there is another row.
     *
     * @return false after the last one, for now if the recording is still being written
     * @throws InputException if reading fails for good
     */
    boolean hasNext();

    /** Returns the time of the row that {@link #hasNext} found. */
    long nextNanos();

    /** Reads the row that {@link #hasNext} found. */
    void next(SampleSink sink);

    /** Returns whether the recording grew recently, so that more may follow. */
    boolean grows();

    /** Returns one sentence for each unusable part. Any thread may call it. */
    List<String> problems();

    @Override
    void close();
}
