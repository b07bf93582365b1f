/** The events of a run in progress. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.progress;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
