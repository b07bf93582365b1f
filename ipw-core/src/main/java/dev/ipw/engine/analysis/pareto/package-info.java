/** Several runs beside each other: accuracy against what it cost, and which run is never worse than which. */
@NullMarked
package dev.ipw.engine.analysis.pareto;

import org.jspecify.annotations.NullMarked;
