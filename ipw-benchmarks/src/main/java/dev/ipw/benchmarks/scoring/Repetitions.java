package dev.ipw.benchmarks.scoring;

import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The counts of the answers to a question that was asked several times. Answers without a verdict are excluded.
 *
 * @param scored  the answers that have a verdict
 * @param correct those that are right
 */
public record Repetitions(int scored, int correct) {
    /** Rejects impossible counts. */
    public Repetitions {
        if (correct < 0 || correct > scored) {
            throw new IllegalArgumentException("Of " + scored + " answers, " + correct + " cannot be right");
        }
    }

    /**
     * Counts the answers to one question.
     *
     * @param evaluations one for each repetition of the question
     * @return the counts
     */
    public static Repetitions of(List<Evaluation> evaluations) {
        List<Verdict> verdicts = evaluations.stream().map(Evaluation::verdict)
                .filter(verdict -> verdict != Verdict.UNSCORED).toList();
        return new Repetitions(verdicts.size(), (int) verdicts.stream().filter(Verdict.CORRECT::equals).count());
    }

    /**
     * Computes pass@k without bias: the probability that at least one of k answers, drawn without replacement, is
     * right.
     *
     * @param draws k, at least 1
     * @return the probability from 0 to 1; empty if fewer than k answers have a verdict
     */
    public OptionalDouble passAt(int draws) {
        if (isTooFewFor(draws)) {
            return OptionalDouble.empty();
        }
        if (scored - correct < draws) {
            return OptionalDouble.of(1);
        }
        double allWrong = 1;
        for (int index = scored - correct + 1; index <= scored; index++) {
            allWrong *= 1 - (double) draws / index;
        }
        return OptionalDouble.of(1 - allWrong);
    }

    /**
     * Computes pass^k: the probability that all of k answers, drawn without replacement, are right.
     *
     * @param draws k, at least 1
     * @return the probability from 0 to 1; empty if fewer than k answers have a verdict
     */
    public OptionalDouble passAll(int draws) {
        if (isTooFewFor(draws)) {
            return OptionalDouble.empty();
        }
        double allRight = 1;
        for (int drawn = 0; drawn < draws; drawn++) {
            allRight *= Math.max(0, correct - drawn) / (double) (scored - drawn);
        }
        return OptionalDouble.of(allRight);
    }

    private boolean isTooFewFor(int draws) {
        if (draws < 1) {
            throw new IllegalArgumentException("At least 1 answer is drawn, not " + draws);
        }
        return scored < draws;
    }

    /**
     * Computes the share of right answers.
     *
     * @return the share from 0 to 1; empty if no answer has a verdict
     */
    public OptionalDouble mean() {
        return scored == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) correct / scored);
    }

    /**
     * Returns the verdict of the majority.
     *
     * @return true if more answers are right than wrong; empty for a tie, or if none has a verdict
     */
    public Optional<Boolean> majority() {
        return 2 * correct == scored ? Optional.empty() : Optional.of(2 * correct > scored);
    }

    /**
     * Scores the most frequent answer, by the text that was read from it. Answers without a text do not vote. Of
     * several equally frequent answers each counts with an equal part.
     *
     * @param evaluations one for each repetition of the question
     * @return the share of the winning answers that are right, from 0 to 1; empty if no answer has a text and a verdict
     */
    public static OptionalDouble majorityScore(List<Evaluation> evaluations) {
        Map<String, Integer> votes = new HashMap<>();
        Map<String, Boolean> right = new HashMap<>();
        for (Evaluation evaluation : evaluations) {
            if (evaluation.verdict() != Verdict.UNSCORED && evaluation.extracted().isPresent()) {
                String text = evaluation.extracted().get();
                votes.merge(text, 1, Integer::sum);
                right.merge(text, evaluation.verdict() == Verdict.CORRECT, Boolean::logicalOr);
            }
        }
        int most = votes.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        return votes.entrySet().stream().filter(vote -> vote.getValue() == most)
                .mapToDouble(vote -> Boolean.TRUE.equals(right.get(vote.getKey())) ? 1 : 0).average();
    }
}
