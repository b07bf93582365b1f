/** The part of a run in which the load was steady. */
@NullMarked
package dev.ipw.analysis.steady;

import org.jspecify.annotations.NullMarked;
