/**
 * The questions for a model: datasets, their records, and the sampling of a run. A
 * {@link dev.ipw.dataset.DatasetProvider} adds a dataset.
 */
@NullMarked
package dev.ipw.dataset;

import org.jspecify.annotations.NullMarked;
