/** Calls into libraries of the driver and the C runtime, with everything that may be missing as an absent value. */
@NullMarked
package dev.ipw.telemetry.hardware.foreign;

import org.jspecify.annotations.NullMarked;
