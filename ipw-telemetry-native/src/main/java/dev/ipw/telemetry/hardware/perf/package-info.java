/** The energy of processor packages and memory through the kernel's performance events. */
@NullMarked
package dev.ipw.telemetry.hardware.perf;

import org.jspecify.annotations.NullMarked;
