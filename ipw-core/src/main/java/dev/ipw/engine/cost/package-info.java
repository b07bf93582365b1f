/** How prices become costs of queries. For our own modules. */
@NullMarked
package dev.ipw.engine.cost;

import org.jspecify.annotations.NullMarked;
