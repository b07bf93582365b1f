/** What a run means: analyses, their results, and the efficiency that a run comes to. */
@NullMarked
package dev.ipw.analysis;

import org.jspecify.annotations.NullMarked;
