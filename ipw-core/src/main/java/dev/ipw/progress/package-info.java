/** What is told of a run while it goes on. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.progress;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
