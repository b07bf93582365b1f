/**
 * The log of a meter: its figures, and the facts from which they were divided, in a folder that survives the end of the
 * process at any moment. {@link MeterLog} is the entry point.
 */
@NullMarked
package dev.ipw.meter.log;

import org.jspecify.annotations.NullMarked;
