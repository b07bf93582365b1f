/** Analyses of runs, their results, and the efficiency of a run. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.analysis;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
