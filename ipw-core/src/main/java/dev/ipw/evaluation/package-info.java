/** Was it right: evaluators and their verdicts. */
@NullMarked
package dev.ipw.evaluation;

import org.jspecify.annotations.NullMarked;
