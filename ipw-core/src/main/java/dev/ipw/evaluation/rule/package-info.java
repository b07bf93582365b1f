/** Evaluators that judge by rules alone: the same answer always gets the same verdict, without a model. */
@NullMarked
package dev.ipw.evaluation.rule;

import org.jspecify.annotations.NullMarked;
