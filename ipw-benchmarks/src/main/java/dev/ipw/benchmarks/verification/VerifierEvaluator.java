package dev.ipw.benchmarks.verification;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.query.QueryOutcome;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The evaluator of a task by the reward of its tests: right if it reaches the threshold. Tests that reach their time
 * limit count as failed, as in the field; tests without a reward give no verdict.
 *
 * @param key       the reward that counts; empty for {@code reward}, or the only one
 * @param threshold the minimum reward of a solved task
 */
public record VerifierEvaluator(Optional<String> key, double threshold) implements Evaluator {
    /** The evaluator by the reward with the name {@code reward}, or the only one, with a threshold of 1. */
    public static final VerifierEvaluator USUAL = new VerifierEvaluator(Optional.empty(), 1);

    private static final String NOT_RUN = "The task's tests were not run: it needs an agent that works in its environment";

    @Override
    public Evaluation evaluate(DatasetRecord question, QueryOutcome outcome) {
        return judged(outcome).withUsage(EvaluationUsage.NONE);
    }

    private Evaluation judged(QueryOutcome outcome) {
        Optional<Path> folder = outcome.workspace().flatMap(path -> Optional.ofNullable(path.getParent()));
        Optional<Verification> found = folder.flatMap(Verification::read);
        return found.map(this::judged).orElseGet(() -> Evaluation.unscored(NOT_RUN));
    }

    /**
     * Judges the result of tests.
     *
     * @param verification the result
     * @return the verdict, with the rewards and facts
     */
    public Evaluation judged(Verification verification) {
        Map<String, String> facts = new TreeMap<>(verification.facts());
        facts.put("environment", verification.environment());
        verification.rewards().forEach((name, value) -> facts.put("reward." + name, String.valueOf(value)));
        return verdict(verification).withMetadata(facts);
    }

    private Evaluation verdict(Verification verification) {
        if (verification.problem().isPresent()) {
            return verification.isTimedOut()
                    ? Evaluation.incorrect(verification.problem().get()).withScore(0)
                    : Evaluation.unscored(verification.problem().get());
        }
        Map<String, Double> rewards = verification.rewards();
        Optional<Double> reward = key.map(rewards::get).or(() -> key.isPresent()
                ? Optional.empty()
                : Optional.ofNullable(rewards.get(Verification.REWARD)).or(() -> rewards.size() == 1
                        ? rewards.values().stream().findFirst()
                        : Optional.empty()));
        if (reward.isEmpty()) {
            return Evaluation
                    .unscored("The tests gave the rewards " + String.join(", ", new TreeMap<>(rewards).keySet())
                            + ", and not " + key.orElse(Verification.REWARD)
                            + ": name one with the parameter key of the evaluator verifier");
        }
        double value = reward.get();
        if (key.isPresent() && !Verification.isReward(value)) {
            return Evaluation.unscored("The tests gave " + key.get() + " as " + value
                    + ", and a reward is from 0 to 1: name another one with the parameter key of the evaluator verifier");
        }
        double score = Math.clamp(value, 0, 1);
        return (value >= threshold
                ? Evaluation.correct()
                : Evaluation.incorrect(verification.reason().orElse("The tests gave a reward of " + value)))
                .withScore(score);
    }
}
