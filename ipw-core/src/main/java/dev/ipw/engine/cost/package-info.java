/** The computation of the costs of queries from prices. For our own modules. */
@NullMarked
package dev.ipw.engine.cost;

import org.jspecify.annotations.NullMarked;
