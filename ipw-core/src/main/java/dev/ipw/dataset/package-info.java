/** The questions for a model: datasets, their records, and the sampling of a run. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.dataset;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
