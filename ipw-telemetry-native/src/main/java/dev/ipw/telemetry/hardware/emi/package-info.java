/** The energy of processor packages and memory on Windows, through its Energy Meter Interface. */
@NullMarked
package dev.ipw.telemetry.hardware.emi;

import org.jspecify.annotations.NullMarked;
