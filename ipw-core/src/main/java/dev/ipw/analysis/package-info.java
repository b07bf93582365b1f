/** Analyses of runs, their results, and the efficiency of a run. */
@NullMarked
package dev.ipw.analysis;

import org.jspecify.annotations.NullMarked;
