package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;

/**
 * The evaluator that compares the groups of a regular expression, in Python's syntax, at its first match with the right
 * answers. One of its groups must equal one, or with {@code match_all} all of them. An answer without a match is no
 * attempt; a search that takes too many steps is unscored.
 */
final class PatternEvaluator implements TextScorer {
    private static final String PATTERN = "pattern";
    private static final String IGNORE_CASE = "ignore_case";
    private static final String MATCH_ALL = "match_all";
    private static final int EXCERPT_CHARACTERS = 200;

    private final ScorerArguments arguments;

    PatternEvaluator(Parameters parameters) {
        arguments = ScorerArguments.of("pattern", parameters, List.of(PATTERN, IGNORE_CASE, MATCH_ALL));
        arguments.flag(IGNORE_CASE, true);
        arguments.flag(MATCH_ALL, false);
        arguments.text(PATTERN).ifPresent(pattern -> compiled(arguments, pattern));
    }

    @Override
    public Evaluation score(DatasetRecord question, String answer) {
        ScorerArguments all = arguments.with(question);
        BoundedPattern pattern = compiled(all, all.text(PATTERN)
                .orElseThrow(() -> all.wrong(PATTERN, "", "a regular expression with a group")));
        Optional<MatchResult> match;
        try {
            match = pattern.first(answer);
        } catch (BoundedPattern.TooHardException tooHard) {
            return Evaluation.unscored(tooHard.getMessage() + "; write the pattern without nested repetition");
        }
        return match.map(found -> compared(question, found, all))
                .orElseGet(() -> Evaluation.notAttempted("The pattern matches nothing in the answer"));
    }

    private static BoundedPattern compiled(ScorerArguments arguments, String source) {
        BoundedPattern pattern;
        try {
            pattern = new BoundedPattern(PythonPattern.compile(source, arguments.flag(IGNORE_CASE, true)));
        } catch (PatternSyntaxException notAPattern) {
            RuntimeException wrong = arguments.wrong(PATTERN, source, "a regular expression with a group");
            wrong.initCause(notAPattern);
            throw wrong;
        }
        if (pattern.groups() == 0) {
            throw arguments.wrong(PATTERN, source, "a regular expression with a group, in round brackets");
        }
        return pattern;
    }

    private static Evaluation compared(DatasetRecord question, MatchResult match, ScorerArguments arguments) {
        boolean ignoreCase = arguments.flag(IGNORE_CASE, true);
        List<String> captured = IntStream.rangeClosed(1, match.groupCount()).mapToObj(match::group)
                .filter(Objects::nonNull).map(String::strip).toList();
        List<String> targets = Targets.of(question).stream()
                .map(target -> CaseFolding.fold(target.strip(), ignoreCase)).toList();
        boolean isRight = arguments.flag(MATCH_ALL, false)
                ? !captured.isEmpty() && captured.stream().allMatch(text -> isTarget(targets, text, ignoreCase))
                : captured.stream().anyMatch(text -> isTarget(targets, text, ignoreCase));
        String read = Excerpt.of(String.join(", ", captured), EXCERPT_CHARACTERS);
        return new Evaluation(isRight ? Verdict.CORRECT : Verdict.INCORRECT, Optional.of(read),
                isRight ? "Captures the right answer" : "Captures something else", Map.of());
    }

    private static boolean isTarget(List<String> targets, String captured, boolean ignoreCase) {
        return targets.contains(CaseFolding.fold(captured, ignoreCase));
    }
}
