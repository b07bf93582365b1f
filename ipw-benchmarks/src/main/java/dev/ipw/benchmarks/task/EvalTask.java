package dev.ipw.benchmarks.task;

import dev.ipw.benchmarks.scoring.EpochReducer;
import java.util.List;
import java.util.Map;

/**
 * A task of an {@code eval.yaml}, or one that parameters describe.
 *
 * @param id         its id; empty if parameters describe it
 * @param config     the config of its repository; empty text for the only one
 * @param split      the split; empty text for the only one
 * @param columns    the columns of its questions
 * @param isShuffled whether choices are shown in an order of their own
 * @param epochs     the number of times that each question is asked
 * @param reducers   the reductions of the answers to one question; the mean if empty
 * @param solvers    the steps that make the prompt
 * @param scorers    the steps that score; the first gives the verdict
 */
record EvalTask(String id, String config, String split, TaskColumns columns, boolean isShuffled, int epochs,
        List<EpochReducer> reducers, List<TaskStep> solvers, List<TaskStep> scorers) {
    private static final Map<String, String> EVALUATORS = Map.of("model_graded_qa", "model-graded-qa",
            "model_graded_fact", "model-graded-fact");

    /** Copies the lists. */
    EvalTask {
        reducers = List.copyOf(reducers);
        solvers = List.copyOf(solvers);
        scorers = List.copyOf(scorers);
    }

    /** Returns the id of the evaluator that gives the verdict. */
    String evaluator() {
        String scorer = scorers.getFirst().name();
        return EVALUATORS.getOrDefault(scorer, scorer);
    }
}
