/** The results of comparing finished runs: figures side by side, their differences and the certainty of these. */
@NullMarked
package dev.ipw.analysis.comparison;

import org.jspecify.annotations.NullMarked;
