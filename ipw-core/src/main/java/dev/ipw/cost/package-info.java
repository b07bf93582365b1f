/** The cost of queries: dated prices of tokens and tools, machine time, electricity and its carbon. */
@NullMarked
package dev.ipw.cost;

import org.jspecify.annotations.NullMarked;
