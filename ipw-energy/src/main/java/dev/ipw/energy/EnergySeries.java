package dev.ipw.energy;

import java.util.Optional;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * The joules of one device since its first reading, as a function of time that only grows. Joules between two readings
 * are spread evenly over the time between them, those of a counter between two of its movements. So every figure is a
 * difference of one curve E(t), and parts always add up to the whole. Any thread may read while the series grows.
 */
@API(status = API.Status.EXPERIMENTAL)
public interface EnergySeries {
    /**
     * Returns the device.
     *
     * @return the device and the origin of its joules
     */
    MeteredDevice device();

    /**
     * Returns the number of stored readings.
     *
     * @return the number of readings
     */
    int sampleCount();

    /**
     * Returns the start of the series.
     *
     * @return the time of the first reading in nanoseconds; empty if there is none
     */
    OptionalLong firstNanos();

    /**
     * Returns the end of the series.
     *
     * @return the time of the last reading in nanoseconds; empty if there is none
     */
    OptionalLong lastNanos();

    /**
     * Returns the joules of the device so far.
     *
     * @return joules from the first reading to the last; zero before there are two
     */
    double totalJoules();

    /**
     * Returns why readings stopped.
     *
     * @return the reason; empty while the sensor answers
     */
    Optional<String> lossReason();

    /**
     * Returns the state of the sensor, by all its readings so far.
     *
     * @return its state; UNREADABLE and ABSENT are states of sensors that have no series
     */
    SensorState state();

    /**
     * Returns the reason for the state.
     *
     * @return a sentence without its full stop; empty while the sensor is MEASURING
     */
    Optional<String> stateReason();

    /**
     * Returns the joules of a window. Both edges are interpolated between the readings around them. The bounds hold if
     * the readings do. A counter may move in steps, each of which adds all joules used until then. The lower bound is
     * therefore its rise between the first movement surely after the start and the last reading surely before the end;
     * the upper bound is its rise between the last reading surely before the start and the first movement surely after
     * the end. A reading can be as old as the device's resolution. Costs O(log n).
     *
     * @param startNanos the start of the window
     * @param endNanos   the end of the window; not before its start
     * @return the joules in it, flagged RESET, WRAP, GAP, LATE, THROTTLED, PARTIAL, PROVISIONAL, SHORT, LOST or
     *         MIRRORED where that applies; UNAVAILABLE if no part of it is covered, if the counter has not moved since
     *         it began, if the counter stood still in it and around it for a second and two and a half of its steps, or
     *         if the counter is doubted
     */
    EnergyReading window(long startNanos, long endNanos);

    /**
     * Returns the time of a window for which the joules are known, so that those of a PARTIAL window can be turned into
     * power.
     *
     * @param startNanos the start of the window
     * @param endNanos   the end of the window; not before its start
     * @return the time inside the window between the first reading and the last, without the steps whose joules are
     *         unknown, in nanoseconds
     */
    long coveredNanos(long startNanos, long endNanos);
}
