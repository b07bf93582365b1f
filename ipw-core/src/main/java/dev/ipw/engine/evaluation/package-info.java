/** How evaluators are chosen and opened. For our own modules. */
@NullMarked
package dev.ipw.engine.evaluation;

import org.jspecify.annotations.NullMarked;
