/** Analyses of benchmark runs: answers to repeated questions, stated confidence, and agreement of judges. */
@NullMarked
package dev.ipw.benchmarks.analysis;

import org.jspecify.annotations.NullMarked;
