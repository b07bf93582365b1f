package dev.ipw.energy.internal;

/**
 * The average power of a device over an interval.
 *
 * @param startNanos its start, on the clock of the readings
 * @param endNanos   its end, after its start
 * @param watts      the joules in it over its time
 */
public record PowerInterval(long startNanos, long endNanos, double watts) {}
