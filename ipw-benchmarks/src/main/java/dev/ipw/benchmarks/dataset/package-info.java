/** The benchmarks of the field, one small class each; those of the hub extend {@code HubBenchmark}. */
@NullMarked
package dev.ipw.benchmarks.dataset;

import org.jspecify.annotations.NullMarked;
