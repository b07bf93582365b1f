/** The cost of queries: dated prices of tokens and tools, machine time, electricity and its carbon. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.cost;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
