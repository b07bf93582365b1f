/** Estimates with their intervals, quantiles and summaries. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.statistics;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
