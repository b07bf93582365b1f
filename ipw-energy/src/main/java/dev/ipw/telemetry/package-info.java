/**
 * The telemetry of a machine: sensors, the session that samples them, and its windows. A
 * {@link dev.ipw.telemetry.TelemetryProvider} adds a collector, and its {@link dev.ipw.telemetry.TelemetrySource} reads
 * the sensors.
 */
@NullMarked
package dev.ipw.telemetry;

import org.jspecify.annotations.NullMarked;
