/** Arithmetic on energy samples: pure functions and values, no thread, no clock, no I/O. */
@NullMarked
package dev.ipw.energy;

import org.jspecify.annotations.NullMarked;
