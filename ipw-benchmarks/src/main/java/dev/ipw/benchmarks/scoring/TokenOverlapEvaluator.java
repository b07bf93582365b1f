package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Verdict;
import dev.ipw.plugin.Parameters;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The evaluator of the words that answer and right answer share: F1, the harmonic mean of precision and recall, as in
 * SQuAD. Words are in small letters, without punctuation and articles; repeated words count repeatedly. The best of
 * several right answers counts. The verdict is correct if F1 is at least {@code pass_score}, 0.5 by default; the F1 is
 * the score.
 */
final class TokenOverlapEvaluator implements TextScorer {
    private static final String PASS_SCORE = "pass_score";
    private static final double DEFAULT_PASS_SCORE = 0.5;
    private static final Set<String> ARTICLES = Set.of("a", "an", "the");

    private final ScorerArguments arguments;

    TokenOverlapEvaluator(Parameters parameters) {
        arguments = ScorerArguments.of("f1", parameters, List.of(PASS_SCORE));
        arguments.share(PASS_SCORE, DEFAULT_PASS_SCORE);
    }

    @Override
    public Evaluation score(DatasetRecord question, String answer) {
        double passScore = arguments.with(question).share(PASS_SCORE, DEFAULT_PASS_SCORE);
        List<String> given = words(answer);
        double best = Targets.of(question).stream().mapToDouble(target -> overlap(given, words(target))).max()
                .orElse(0);
        boolean passes = best >= passScore && best > 0;
        String reason = passes
                ? "Shares enough words with the right answer"
                : "Shares too few words with the right answer";
        return new Evaluation(passes ? Verdict.CORRECT : Verdict.INCORRECT, OptionalDouble.of(best), Optional.empty(),
                reason, false, Map.of(PASS_SCORE, String.valueOf(passScore)), EvaluationUsage.NONE);
    }

    /** Splits a text into words: hyphens separate words, all other punctuation is removed. */
    static List<String> words(String text) {
        return Arrays.stream(CaseFolding.fold(text).split("[\\s\\u00a0-]+")).map(TokenOverlapEvaluator::plain)
                .filter(word -> !word.isEmpty() && !ARTICLES.contains(word)).toList();
    }

    /** Returns a word without punctuation. A number keeps its point and has one form. */
    private static String plain(String word) {
        return PlainNumber.of(word).map(number -> number.value().stripTrailingZeros().toPlainString())
                .orElseGet(() -> Punctuation.removed(word));
    }

    /** Computes F1. Two texts without words are equal. */
    static double overlap(List<String> given, List<String> target) {
        if (given.isEmpty() || target.isEmpty()) {
            return given.equals(target) ? 1 : 0;
        }
        Map<String, Integer> left = new HashMap<>();
        target.forEach(word -> left.merge(word, 1, Integer::sum));
        int shared = 0;
        for (String word : given) {
            int count = left.getOrDefault(word, 0);
            if (count > 0) {
                left.put(word, count - 1);
                shared++;
            }
        }
        return 2.0 * shared / (given.size() + target.size());
    }
}
