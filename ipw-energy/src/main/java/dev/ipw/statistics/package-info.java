/** Estimates with their intervals, quantiles and summaries. */
@NullMarked
package dev.ipw.statistics;

import org.jspecify.annotations.NullMarked;
