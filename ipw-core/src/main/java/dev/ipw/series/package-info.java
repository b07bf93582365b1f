/** Several runs of one profiler: sweeps, repeats, and the search for the highest rate that meets service levels. */
@NullMarked
package dev.ipw.series;

import org.jspecify.annotations.NullMarked;
