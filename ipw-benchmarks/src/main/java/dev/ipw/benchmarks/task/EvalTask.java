package dev.ipw.benchmarks.task;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Hold a task of an {@code eval.yaml}, or one that parameters describe.
 *
 * @param id           its id; empty if parameters describe it
 * @param config       the config of its repository; empty text for the only one
 * @param split        the split; empty text for the only one
 * @param columns      where its questions stand
 * @param isShuffled   whether choices are shown in an order of their own
 * @param epochs       how often each question is to be asked
 * @param reducer    how its authors make one score of the epochs, such as {@code pass_at_4}
 * @param solvers      how to ask
 * @param scorers      how to score, the first gives the verdict
 */
record EvalTask(String id, String config, String split, TaskColumns columns, boolean isShuffled, int epochs,
        Optional<String> reducer, List<TaskStep> solvers, List<TaskStep> scorers) {
    private static final Map<String, String> EVALUATORS = Map.of("model_graded_qa", "model-graded-qa",
            "model_graded_fact", "model-graded-fact");

    /** Copy the lists. */
    EvalTask {
        solvers = List.copyOf(solvers);
        scorers = List.copyOf(scorers);
    }

    /** Return the id of the evaluator that gives the verdict. */
    String evaluator() {
        String scorer = scorers.getFirst().name();
        return EVALUATORS.getOrDefault(scorer, scorer);
    }
}
