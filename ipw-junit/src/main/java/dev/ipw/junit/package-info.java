/** Energy budgets in Jupiter tests, and assertions on joules. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.junit;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
