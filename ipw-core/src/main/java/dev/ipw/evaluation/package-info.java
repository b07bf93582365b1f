/** The correctness of answers: evaluators and their verdicts. */
@NullMarked
package dev.ipw.evaluation;

import org.jspecify.annotations.NullMarked;
