/** The load of the machine's processors and memory, and the processor time behind the opt-in CPU estimate. */
@NullMarked
package dev.ipw.telemetry.hardware.host;

import org.jspecify.annotations.NullMarked;
