/** Statistics that more than one room needs: quantiles, summaries, intervals. Pure functions. */
@NullMarked
package dev.ipw.statistics;

import org.jspecify.annotations.NullMarked;
