package dev.ipw.cli.monitor;

/**
 * The power of a device.
 *
 * @param watts  the power in watts
 * @param source its origin: the sensor in words, or the counter over whose last interval it is the mean
 */
public record DevicePower(double watts, String source) {}
