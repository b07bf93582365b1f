/** What is kept of a run: its directory, journal, dataset and summary, written so that nothing finished is lost. */
@NullMarked
package dev.ipw.results;

import org.jspecify.annotations.NullMarked;
