/** How busy the machine's processors and memory are, and the processor time behind the opt-in CPU estimate. */
@NullMarked
package dev.ipw.telemetry.hardware.host;

import org.jspecify.annotations.NullMarked;
