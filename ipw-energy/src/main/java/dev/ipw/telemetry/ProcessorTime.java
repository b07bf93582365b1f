package dev.ipw.telemetry;

import dev.ipw.energy.internal.CountSeries;

/**
 * The readings of one counter of processor time.
 *
 * @param sensor the sensor
 * @param series its growth over time
 */
record ProcessorTime(Sensor sensor, CountSeries series) {}
