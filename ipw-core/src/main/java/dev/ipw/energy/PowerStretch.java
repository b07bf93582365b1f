package dev.ipw.energy;

/**
 * Hold what a device drew on average over a stretch of time.
 *
 * @param startNanos when it begins, on the clock of the readings
 * @param endNanos   when it ends, after its start
 * @param watts      the joules in it over its time
 */
public record PowerStretch(long startNanos, long endNanos, double watts) {}
