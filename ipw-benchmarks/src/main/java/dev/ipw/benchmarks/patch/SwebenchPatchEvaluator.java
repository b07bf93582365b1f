package dev.ipw.benchmarks.patch;

import dev.ipw.benchmarks.patch.UnifiedDiff.FileChange;
import dev.ipw.benchmarks.patch.UnifiedDiff.NoDiffException;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.internal.io.ReasoningText;
import dev.ipw.query.QueryOutcome;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The evaluator of a patch without the tests of its repository: an answer without a patch is no attempt; a patch that
 * is torn or changes tests only is wrong; one with the changes of the benchmark's own patch is right. All others are
 * unscored.
 */
final class SwebenchPatchEvaluator implements Evaluator {
    private static final int MAX_CHARACTERS = 2_000_000;
    private static final Pattern FENCE = Pattern.compile("```(?:diff|patch)[ \\t]*\\n(.*?)\\n```", Pattern.DOTALL);
    private static final Pattern TEST_FILE = Pattern
            .compile("(^|.*/)(tests?|testing)/.*|(^|.*/)(test_[^/]*|[^/]*_test|conftest)\\.\\w+");

    @Override
    public Evaluation evaluate(DatasetRecord question, QueryOutcome outcome) {
        String answer = ReasoningText.removed(outcome.answer());
        return judged(question, answer).withUsage(EvaluationUsage.NONE);
    }

    /** Judges an answer from which the reasoning was removed. */
    static Evaluation judged(DatasetRecord question, String answer) {
        Optional<String> text = patch(answer);
        if (text.isEmpty()) {
            return Evaluation.notAttempted("The answer holds no unified diff");
        }
        UnifiedDiff diff;
        try {
            diff = UnifiedDiff.of(text.get());
        } catch (NoDiffException torn) {
            return Evaluation.incorrect("The patch cannot be applied: " + torn.getMessage());
        }
        Map<String, String> facts = Map.of("files", diff.files().stream().map(FileChange::path).distinct()
                .limit(20).collect(Collectors.joining(", ")));
        if (diff.files().stream().allMatch(file -> TEST_FILE.matcher(file.path()).matches())) {
            return Evaluation.incorrect("The patch changes tests only").withMetadata(facts);
        }
        return isGold(question, diff)
                ? Evaluation.correct().withMetadata(facts)
                : Evaluation.unscored("The patch is well formed; whether it mends the issue is told by the benchmark's"
                        + " containers only").withMetadata(facts);
    }

    private static boolean isGold(DatasetRecord question, UnifiedDiff diff) {
        try {
            return !question.answer().isBlank() && UnifiedDiff.of(question.answer()).changesAlike(diff);
        } catch (NoDiffException unreadableGold) {
            return false;
        }
    }

    /** Returns the last diff block, else the text from the first line of a diff. */
    static Optional<String> patch(String answer) {
        if (answer.length() > MAX_CHARACTERS) {
            return Optional.empty();
        }
        Matcher fence = FENCE.matcher(answer);
        Optional<String> last = Optional.empty();
        while (fence.find()) {
            last = Optional.of(fence.group(1));
        }
        return last.or(() -> {
            Matcher start = Pattern.compile("(?m)^(diff --git |--- )").matcher(answer);
            return start.find() ? Optional.of(answer.substring(start.start())) : Optional.empty();
        });
    }
}
