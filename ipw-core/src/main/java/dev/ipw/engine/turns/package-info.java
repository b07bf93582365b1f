/** The turns of a query: a call of the model and the tools that it requested. */
@NullMarked
package dev.ipw.engine.turns;

import org.jspecify.annotations.NullMarked;
