package dev.ipw.energy;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Read what one device has used since its first reading: joules that only grow, over time. Joules between two readings are
 * spread evenly over the time between them, those of a counter between two of its movements, so every figure is a difference
 * of one curve E(t) and parts always add up to the whole. Any thread may read while it grows.
 */
public interface EnergySeries {
    /**
     * Name the device.
     *
     * @return what is metered, and how
     */
    MeteredDevice device();

    /**
     * Count the readings that are held.
     *
     * @return how many there are
     */
    int sampleCount();

    /**
     * Return when the series begins.
     *
     * @return the time of the first reading in nanoseconds; empty if there is none
     */
    OptionalLong firstNanos();

    /**
     * Return how far the series reaches.
     *
     * @return the time of the last reading in nanoseconds; empty if there is none
     */
    OptionalLong lastNanos();

    /**
     * Return what the device has used so far.
     *
     * @return joules from the first reading to the last; zero before there are two
     */
    double totalJoules();

    /**
     * Return why readings stopped.
     *
     * @return the reason; empty while the sensor answers
     */
    Optional<String> lossReason();

    /**
     * Returns what the sensor is doing, by all its readings so far.
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
     * Cut a window. Both edges are interpolated between the readings around them. The bounds hold if the readings do. A
     * counter may move in steps, each bringing it up to what was used until then, so that the least is what it rose by
     * between the first movement surely after the start and the last reading surely before the end, the most what it rose
     * by between the last reading surely before the start and the first movement surely after the end. What a reading shows
     * can be as old as the device's resolution. Costs O(log n).
     *
     * @param startNanos when the window begins
     * @param endNanos   when it ends; not before its start
     * @return the joules in it, flagged RESET, WRAP, GAP, LATE, THROTTLED, PARTIAL, PROVISIONAL, SHORT, LOST or MIRRORED
     *             where that is so; UNAVAILABLE if no part of it is covered, if the counter has not moved since it began, if the
     *             counter stood still in it and around it for a second and two and a half of its steps, or if it is not
     *             believed
     */
    EnergyReading window(long startNanos, long endNanos);

    /**
     * Return for how much of a window the joules are known, so that those of a PARTIAL window can be turned into power.
     *
     * @param startNanos when the window begins
     * @param endNanos   when it ends; not before its start
     * @return the time inside the window between the first reading and the last, without the steps whose joules are
     *             unknown, in nanoseconds
     */
    long coveredNanos(long startNanos, long endNanos);
}
