package dev.ipw.telemetry;

import dev.ipw.energy.GaugeSeries;

/**
 * Hold what one sensor read that is no counter.
 *
 * @param sensor what was read
 * @param series its values over time
 */
record Gauge(Sensor sensor, GaugeSeries series) {}
