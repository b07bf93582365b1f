/** The questions for a model: datasets, their records, and the sampling of a run. */
@NullMarked
package dev.ipw.dataset;

import org.jspecify.annotations.NullMarked;
