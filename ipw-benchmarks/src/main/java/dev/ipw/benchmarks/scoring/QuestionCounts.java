package dev.ipw.benchmarks.scoring;

import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The counts of the verdicts on all questions of a benchmark.
 *
 * @param questions    all questions
 * @param correct      those answered rightly
 * @param notAttempted those that the model did not try
 * @param unscored     those without a verdict, such as when no answer came or the judge failed
 */
public record QuestionCounts(int questions, int correct, int notAttempted, int unscored) {
    private static final double NORMAL_95 = 1.96;

    /**
     * Counts verdicts.
     *
     * @param evaluations one for every question
     * @return the counts
     */
    public static QuestionCounts of(List<Evaluation> evaluations) {
        return new QuestionCounts(evaluations.size(), count(evaluations, Verdict.CORRECT),
                count(evaluations, Verdict.NOT_ATTEMPTED), count(evaluations, Verdict.UNSCORED));
    }

    private static int count(List<Evaluation> evaluations, Verdict verdict) {
        return (int) evaluations.stream().filter(evaluation -> evaluation.verdict() == verdict).count();
    }

    /**
     * Computes the accuracy over all questions, including those without an answer or a verdict, as HLE does.
     *
     * @return the accuracy from 0 to 1; empty if there are no questions
     */
    public OptionalDouble accuracyOverAll() {
        return share(correct, questions);
    }

    /**
     * Computes the accuracy over the questions that have a verdict.
     *
     * @return the accuracy from 0 to 1; empty if no question has one
     */
    public OptionalDouble accuracyOverScored() {
        return share(correct, questions - unscored);
    }

    /**
     * Computes the accuracy over the questions that the model tried.
     *
     * @return the accuracy from 0 to 1; empty if it tried none
     */
    public OptionalDouble accuracyOverAttempted() {
        return share(correct, questions - unscored - notAttempted);
    }

    /**
     * Computes half the width of the normal 95 % interval of the accuracy over all questions.
     *
     * @return the half width from 0 to 1; empty if there are no questions
     */
    public OptionalDouble halfWidth() {
        OptionalDouble accuracy = accuracyOverAll();
        if (accuracy.isEmpty()) {
            return accuracy;
        }
        double share = accuracy.getAsDouble();
        return OptionalDouble.of(NORMAL_95 * Math.sqrt(share * (1 - share) / questions));
    }

    private static OptionalDouble share(int part, int whole) {
        return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
    }
}
