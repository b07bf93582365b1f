package dev.ipw.telemetry;

import dev.ipw.engine.energy.CountSeries;

/**
 * Hold what one counter of processor time read.
 *
 * @param sensor what was read
 * @param series its growth over time
 */
record ProcessorTime(Sensor sensor, CountSeries series) {}
