package dev.ipw.telemetry;

import java.time.Duration;
import java.util.List;
import org.apiguardian.api.API;

/**
 * A group of sensors that are read together. A session calls {@link #sample} from one thread of its own; once warm it
 * should allocate nothing.
 */
@API(status = API.Status.EXPERIMENTAL)
public interface TelemetrySource extends AutoCloseable {
    /**
     * Returns the id of the source.
     *
     * @return the collector's id, for example {@code powercap}
     */
    String id();

    /**
     * Lists the sensors that it reads. The list never changes.
     *
     * @return the sensors, in the order of the sink's indices
     */
    List<Sensor> sensors();

    /**
     * Returns the sampling period while the update period of its counters is unknown.
     *
     * @return the period between two ticks
     */
    Duration period();

    /**
     * Returns the shortest sampling period, used once its counters move faster. A session then reads five times in each
     * step of the fastest counter, but not more often than this, and at least each 50 ms. A period longer than
     * {@link #period()} is for sources that date their readings, which then lie closer together than the ticks.
     *
     * @return the shortest period between two ticks; {@link #period()} by default, and then the period never changes
     */
    default Duration shortestPeriod() {
        return period();
    }

    /**
     * Describes the devices whose sensors it reads.
     *
     * @return their descriptions; empty by default
     */
    default List<DeviceInfo> devices() {
        return List.of();
    }

    /**
     * Returns whether the readings are of the machine that serves the model, wherever this process runs: the user named
     * the exporter or the recording for that. Other sources read this machine, and are left out where the model is
     * served elsewhere.
     *
     * @return false by default
     */
    default boolean readsServingMachine() {
        return false;
    }

    /**
     * Reads every sensor once. A sensor that cannot be read is reported to the sink without an exception. After an
     * exception all sensors count as lost, and the source is read again after the pauses of {@link #retryLost}.
     *
     * @param sink receives the readings
     */
    void sample(SampleSink sink);

    /**
     * Retries lost sensors at the next reading, and reopens them if needed. A session calls it between two readings, on
     * the same thread, while a sensor is reported lost: 100 ms after the loss, then after twice the pause each time, up
     * to 5 s. A source that tries all its sensors at each reading need not do anything.
     */
    default void retryLost() {}

    /**
     * Asks for the readings that this source takes less often than it is read, because somebody waits for them. Any
     * thread may call it. By default does nothing.
     */
    default void hasten() {}

    /**
     * Returns the time up to which all readings have arrived. A window waits for that, for at most a second. Only a
     * source that dates its readings with {@link SampleSink#at} needs to implement it; it is called after each tick, on
     * the same thread.
     *
     * @param tickNanos the start of the tick, as {@link System#nanoTime()}
     * @return the moment; {@code tickNanos} by default, {@link #forever} if no more will come
     */
    default long readUntilNanos(long tickNanos) {
        return tickNanos;
    }

    /**
     * Returns a time that no run reaches.
     *
     * @param nanos any {@link System#nanoTime()}
     * @return a moment more than a century later
     */
    static long forever(long nanos) {
        return nanos + Long.MAX_VALUE / 2;
    }

    /**
     * Returns warnings that do not concern a whole sensor. Any thread may call it.
     *
     * @return one sentence each, with its effect on the joules; empty by default
     */
    default List<String> problems() {
        return List.of();
    }

    /** Releases the resources of the source. Calling it again does nothing. */
    @Override
    void close();
}
