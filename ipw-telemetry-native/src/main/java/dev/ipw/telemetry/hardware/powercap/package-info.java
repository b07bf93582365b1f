/** The energy counters of processor packages, RAPL, as Linux shows them under {@code /sys/class/powercap}. */
@NullMarked
package dev.ipw.telemetry.hardware.powercap;

import org.jspecify.annotations.NullMarked;
