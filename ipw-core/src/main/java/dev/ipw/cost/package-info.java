/** What queries cost: dated prices of tokens and tools, machine time, electricity and the carbon behind it. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.cost;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
