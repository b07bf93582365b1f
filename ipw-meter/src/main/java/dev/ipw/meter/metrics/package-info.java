/** The figures of a meter as metrics of Prometheus and OpenTelemetry, and as spans of OpenTelemetry. */
@NullMarked
package dev.ipw.meter.metrics;

import org.jspecify.annotations.NullMarked;
