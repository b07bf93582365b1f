package dev.ipw.engine.energy;

/**
 * Hold what a device drew on average over an interval.
 *
 * @param startNanos when it begins, on the clock of the readings
 * @param endNanos   when it ends, after its start
 * @param watts      the joules in it over its time
 */
public record PowerInterval(long startNanos, long endNanos, double watts) {}
