/** The choice and the creation of evaluators. For our own modules. */
@NullMarked
package dev.ipw.engine.evaluation;

import org.jspecify.annotations.NullMarked;
