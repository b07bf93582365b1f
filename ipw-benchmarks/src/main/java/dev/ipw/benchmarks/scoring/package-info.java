/** Evaluators by fixed rules: the scorers of evaluation frameworks and the benchmarks' own extractors. */
@NullMarked
package dev.ipw.benchmarks.scoring;

import org.jspecify.annotations.NullMarked;
