package dev.ipw.benchmarks.scoring;

import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The reduction of several answers to a question to one score, by the names that an {@code eval.yaml} and Inspect use.
 * Answers without a verdict are excluded.
 *
 * @param name  the name, such as {@code pass_at_4}
 * @param rule  the rule, which is the name without its number
 * @param draws its number; 1 for names without a number
 */
public record EpochReducer(String name, Rule rule, int draws) {
    /** The field of a question's metadata that lists the names. */
    public static final String FIELD = "epoch_reducer";
    /** The known names, for messages. */
    public static final String KNOWN = "mean, median, mode, max, at_least_K and pass_at_K, K being a number";

    private static final Pattern NUMBERED = Pattern.compile("(at_least|pass_at)_([1-9][0-9]{0,4})");

    /** The rules of reduction. */
    public enum Rule {
        /** The share of right answers. */
        MEAN,
        /** The middle one, half between two that differ. */
        MEDIAN,
        /** The most frequent verdict; of two equally frequent verdicts, the first. */
        MODE,
        /** Right if any is. */
        MAX,
        /** Right if at least the given number are. */
        AT_LEAST,
        /** The probability that one of the given number is right, without bias. */
        PASS_AT
    }

    /**
     * Finds a reducer.
     *
     * @param name its name
     * @return the reducer; empty if there is none of the name
     */
    public static Optional<EpochReducer> named(String name) {
        Matcher numbered = NUMBERED.matcher(name);
        if (numbered.matches()) {
            return Optional.of(new EpochReducer(name,
                    numbered.group(1).equals("pass_at") ? Rule.PASS_AT : Rule.AT_LEAST,
                    Integer.parseInt(numbered.group(2))));
        }
        return switch (name) {
            case "mean" -> Optional.of(new EpochReducer(name, Rule.MEAN, 1));
            case "median" -> Optional.of(new EpochReducer(name, Rule.MEDIAN, 1));
            case "mode" -> Optional.of(new EpochReducer(name, Rule.MODE, 1));
            case "max" -> Optional.of(new EpochReducer(name, Rule.MAX, 1));
            default -> Optional.empty();
        };
    }

    /**
     * Reduces the answers to one question.
     *
     * @param evaluations one for each repetition of the question, in order
     * @return the score from 0 to 1; empty if too few of them have a verdict
     */
    public OptionalDouble reduce(List<Evaluation> evaluations) {
        Repetitions counts = Repetitions.of(evaluations);
        if (counts.scored() < draws) {
            return OptionalDouble.empty();
        }
        return switch (rule) {
            case MEAN -> counts.mean();
            case MEDIAN -> OptionalDouble.of(counts.majority().map(isRight -> isRight ? 1.0 : 0).orElse(0.5));
            case MODE -> OptionalDouble.of(counts.majority().orElseGet(() -> isFirstRight(evaluations)) ? 1 : 0);
            case MAX -> counts.passAt(counts.scored());
            case AT_LEAST -> OptionalDouble.of(counts.correct() >= draws ? 1 : 0);
            case PASS_AT -> counts.passAt(draws);
        };
    }

    private static boolean isFirstRight(List<Evaluation> evaluations) {
        return evaluations.stream().map(Evaluation::verdict).filter(verdict -> verdict != Verdict.UNSCORED)
                .findFirst().filter(Verdict.CORRECT::equals).isPresent();
    }
}
