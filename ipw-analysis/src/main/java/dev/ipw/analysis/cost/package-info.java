/** The cost of finished runs, also by other prices. */
@NullMarked
package dev.ipw.analysis.cost;

import org.jspecify.annotations.NullMarked;
