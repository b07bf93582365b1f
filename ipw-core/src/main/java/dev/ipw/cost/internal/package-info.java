/** The computation of the costs of queries from prices. For our own modules. */
@NullMarked
package dev.ipw.cost.internal;

import org.jspecify.annotations.NullMarked;
