/** The path from the journal and the samples of a run to its dataset and summary. For our own modules. */
@NullMarked
package dev.ipw.results.internal.finishing;

import org.jspecify.annotations.NullMarked;
