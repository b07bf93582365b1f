/** What a run means: analyses, their results, and the efficiency that a run comes to. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.analysis;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
