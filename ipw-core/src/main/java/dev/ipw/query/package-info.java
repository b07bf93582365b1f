/** One question's way through a model: the calls that it takes, the tools that are used meanwhile, and what comes of it. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.query;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
