package dev.ipw.benchmarks.judge;

import dev.ipw.evaluation.EvaluationUsage;
import java.util.Optional;
import java.util.function.Function;

/**
 * Hold what a judge said.
 *
 * @param model    the judge
 * @param verdict  what was read; empty if nothing was
 * @param isCached whether an earlier run had asked
 * @param usage    what asking took; nothing if an earlier run had asked
 * @param problem  why there is no verdict; empty text if there is one
 * @param <T>      what a verdict is
 */
record Judgement<T>(String model, Optional<T> verdict, boolean isCached, EvaluationUsage usage, String problem) {
    /** Returns the same judgement with another verdict. */
    <R> Judgement<R> map(Function<T, R> reading) {
        return new Judgement<>(model, verdict.map(reading), isCached, usage, problem);
    }
}
