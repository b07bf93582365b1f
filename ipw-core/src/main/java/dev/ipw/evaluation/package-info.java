/** The correctness of answers: evaluators and their verdicts. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.evaluation;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
