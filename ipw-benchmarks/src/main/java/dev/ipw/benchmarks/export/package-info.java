/** Exports of a run to published formats of results, with joules. */
@NullMarked
package dev.ipw.benchmarks.export;

import org.jspecify.annotations.NullMarked;
