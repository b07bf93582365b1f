/** The cost of finished runs, also by other prices. */
@NullMarked
package dev.ipw.engine.analysis.cost;

import org.jspecify.annotations.NullMarked;
