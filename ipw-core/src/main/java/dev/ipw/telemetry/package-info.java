/** What a machine draws while something runs: sensors, the session that samples them, and windows cut from it. */
@NullMarked
package dev.ipw.telemetry;

import org.jspecify.annotations.NullMarked;
