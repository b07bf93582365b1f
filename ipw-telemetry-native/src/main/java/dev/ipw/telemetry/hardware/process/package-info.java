/** The processor time of a process and its children, from which its share of the packages' energy is computed. */
@NullMarked
package dev.ipw.telemetry.hardware.process;

import org.jspecify.annotations.NullMarked;
