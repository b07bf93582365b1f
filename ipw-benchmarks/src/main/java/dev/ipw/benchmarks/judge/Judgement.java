package dev.ipw.benchmarks.judge;

import dev.ipw.evaluation.EvaluationUsage;
import java.util.Optional;
import java.util.function.Function;

/**
 * The judgement of one judge.
 *
 * @param model    the judge
 * @param verdict  the verdict; empty if there is none
 * @param isCached whether the reply is that of an earlier run
 * @param usage    the usage of the requests; nothing for a reply of an earlier run
 * @param problem  the reason that there is no verdict; empty text if there is one
 * @param <T>      the type of a verdict
 */
record Judgement<T>(String model, Optional<T> verdict, boolean isCached, EvaluationUsage usage, String problem) {
    /** Returns the same judgement with another verdict. */
    <R> Judgement<R> map(Function<T, R> reading) {
        return new Judgement<>(model, verdict.map(reading), isCached, usage, problem);
    }
}
