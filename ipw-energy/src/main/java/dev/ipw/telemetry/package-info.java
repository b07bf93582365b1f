/** The telemetry of a machine: sensors, the session that samples them, and the windows of it. */
@NullMarked
package dev.ipw.telemetry;

import org.jspecify.annotations.NullMarked;
