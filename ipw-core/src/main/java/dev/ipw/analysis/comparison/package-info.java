/** Comparison of finished runs: figures side by side, their difference, what it is worth, and whether it may pass. */
@NullMarked
package dev.ipw.analysis.comparison;

import org.jspecify.annotations.NullMarked;
