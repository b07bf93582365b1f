/** The analyses that come with it, and what gathers the queries of a run for them. For our own modules. */
@NullMarked
package dev.ipw.engine.analysis;

import org.jspecify.annotations.NullMarked;
