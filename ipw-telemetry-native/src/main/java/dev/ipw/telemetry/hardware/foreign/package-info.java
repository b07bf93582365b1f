/** Calls into libraries of the driver and the C runtime; a missing library or function is an absent value. */
@NullMarked
package dev.ipw.telemetry.hardware.foreign;

import org.jspecify.annotations.NullMarked;
