/** Sensors of another machine: exporters read over HTTP in the text formats of Prometheus. */
@NullMarked
package dev.ipw.telemetry.remote;

import org.jspecify.annotations.NullMarked;
