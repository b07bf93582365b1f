/** The results of comparing finished runs: figures side by side, their differences and the certainty of these. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.analysis.comparison;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
