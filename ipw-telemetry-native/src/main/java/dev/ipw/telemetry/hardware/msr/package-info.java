/** The energy of processor packages and memory from the processor's own registers; the last choice. */
@NullMarked
package dev.ipw.telemetry.hardware.msr;

import org.jspecify.annotations.NullMarked;
