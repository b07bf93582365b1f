/**
 * Analyses of runs, their results, and the efficiency of a run. An {@link dev.ipw.analysis.AnalysisProvider} adds an
 * analysis; {@link dev.ipw.analysis.RunFigure} lists the figures of a run.
 */
@NullMarked
package dev.ipw.analysis;

import org.jspecify.annotations.NullMarked;
