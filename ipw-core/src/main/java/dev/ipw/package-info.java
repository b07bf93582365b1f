/** The entry points: profile a model, read a run. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
