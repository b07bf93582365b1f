/** Several runs side by side: accuracy against cost, and which run is never worse than which. */
@NullMarked
package dev.ipw.analysis.pareto;

import org.jspecify.annotations.NullMarked;
