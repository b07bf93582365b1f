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
     * Return the sampling period while the update period of its counters is unknown.
     *
     * @return the period between two ticks
     */
    Duration period();

    /**
     * Return the shortest sampling period, used once its counters are seen to move faster. A session then reads five
     * times in each step of the fastest counter, but no more often than this, and no less often than each 50 ms. One
     * longer than {@link #period()} is for sources that date their readings: then these lie closer together than the
     * ticks.
     *
     * @return the shortest period between two ticks; {@link #period()} by default, and then the period never changes
     */
    default Duration shortestPeriod() {
        return period();
    }

    /**
     * Describe the devices whose sensors it reads.
     *
     * @return what is known of them; empty by default
     */
    default List<DeviceInfo> devices() {
        return List.of();
    }

    /**
     * Return whether the readings are of the machine that serves the model, wherever this process runs: a person named the
     * exporter or the recording for that. Other sources read this machine, and are left out where the model is served
     * elsewhere.
     *
     * @return false by default
     */
    default boolean readsServingMachine() {
        return false;
    }

    /**
     * Read every sensor once. A sensor that cannot be read is reported to the sink and is no exception. After an exception
     * all sensors count as lost, and the source is read again after the pauses of {@link #retryLost}.
     *
     * @param sink takes the readings
     */
    void sample(SampleSink sink);

    /**
     * Retry lost sensors at the next reading, and reopen them if needed. A session calls it between two readings, by
     * the same thread, while a sensor is reported lost: 100 ms after that began, then after twice the pause each time,
     * up to 5 s. A source that asks for all its sensors at each reading need do nothing.
     */
    default void retryLost() {}

    /**
     * Return the time up to which all readings have arrived. A window waits for that, for a second at most. Only a
     * source that dates its readings with {@link SampleSink#at} need answer; it is asked after each tick, by the same
     * thread.
     *
     * @param tickNanos when the tick began, as {@link System#nanoTime()}
     * @return the moment; {@code tickNanos} by default, {@link #forever} if no more will come
     */
    default long readUntilNanos(long tickNanos) {
        return tickNanos;
    }

    /**
     * Return a time that no run reaches.
     *
     * @param nanos any {@link System#nanoTime()}
     * @return a moment more than a century later
     */
    static long forever(long nanos) {
        return nanos + Long.MAX_VALUE / 2;
    }

    /**
     * Return warnings that concern no whole sensor. Any thread may ask.
     *
     * @return one sentence each, with what it means for the joules; empty by default
     */
    default List<String> problems() {
        return List.of();
    }

    /** Release what it holds. Calling it again does nothing. */
    @Override
    void close();
}
