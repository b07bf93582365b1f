/** Processor time of a process and all it started, from which its share of the packages' energy is taken. */
@NullMarked
package dev.ipw.telemetry.hardware.process;

import org.jspecify.annotations.NullMarked;
