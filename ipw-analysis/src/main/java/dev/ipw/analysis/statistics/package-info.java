/** Tests, resamples and regressions. Pure functions. For our own modules. */
@NullMarked
package dev.ipw.analysis.statistics;

import org.jspecify.annotations.NullMarked;
