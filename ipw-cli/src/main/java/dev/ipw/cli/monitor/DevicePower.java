package dev.ipw.cli.monitor;

/**
 * Hold the power of a device.
 *
 * @param watts  the power in watts
 * @param source how it is known: the sensor in words, or the counter whose last interval it is the mean of
 */
public record DevicePower(double watts, String source) {}
