/** Programs that measure the cost of the meter's gateway: delay, processor time and memory. */
@NullMarked
package dev.ipw.examples.benchmarks.meter;

import org.jspecify.annotations.NullMarked;
