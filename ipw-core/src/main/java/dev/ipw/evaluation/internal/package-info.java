/** The choice and the creation of evaluators. For our own modules. */
@NullMarked
package dev.ipw.evaluation.internal;

import org.jspecify.annotations.NullMarked;
