/** Benchmarks of the field, with their sources and their scoring. */
@NullMarked
package dev.ipw.benchmarks;

import org.jspecify.annotations.NullMarked;
