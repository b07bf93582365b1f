/** What Linux says of the machine's processors: their maker, their packages, and which of them is in which. */
@NullMarked
package dev.ipw.telemetry.hardware.processor;

import org.jspecify.annotations.NullMarked;
