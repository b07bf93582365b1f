/** What queries cost: dated prices of tokens and tools, machine time, electricity and the carbon behind it. */
@NullMarked
package dev.ipw.cost;

import org.jspecify.annotations.NullMarked;
