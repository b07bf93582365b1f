/** Benchmarks of the core's own parts, each compared with a plain way to do the same work. */
@NullMarked
package dev.ipw.examples.benchmarks;

import org.jspecify.annotations.NullMarked;
