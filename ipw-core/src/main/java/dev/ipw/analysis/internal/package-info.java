/** The built-in analyses, and the gatherers of a run's queries for them. For our own modules. */
@NullMarked
package dev.ipw.analysis.internal;

import org.jspecify.annotations.NullMarked;
