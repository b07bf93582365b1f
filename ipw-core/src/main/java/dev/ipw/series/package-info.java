/** Several runs of one profiler: sweeps, repeats, and the search for the highest rate that meets service levels. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.series;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
