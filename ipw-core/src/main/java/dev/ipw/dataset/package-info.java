/** What a model is asked: datasets, their records, and how a run samples them. */
@NullMarked
package dev.ipw.dataset;

import org.jspecify.annotations.NullMarked;
