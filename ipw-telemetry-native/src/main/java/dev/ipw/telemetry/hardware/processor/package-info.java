/**
 * The kernel's description of the machine's processors: their maker, their packages, and the package of each processor.
 */
@NullMarked
package dev.ipw.telemetry.hardware.processor;

import org.jspecify.annotations.NullMarked;
