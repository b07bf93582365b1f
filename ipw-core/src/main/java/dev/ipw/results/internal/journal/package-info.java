/** The journal of a run, its lock and its folder, written so that nothing finished is lost. For our own modules. */
@NullMarked
package dev.ipw.results.internal.journal;

import org.jspecify.annotations.NullMarked;
