package dev.ipw.analysis.internal;

import dev.ipw.error.Setting;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.internal.journal.JournalEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The queries without a verdict, counted by the reason, with advice. */
final class UncountedAnswers implements RecordGatherer {
    private static final int USUAL_ATTEMPTS = 3;
    private static final int REASON_CHARACTERS = 200;

    private final Set<String> evaluators = new TreeSet<>();
    private long failed;
    private long failedUnjudged;
    private long notToBeJudged;
    private long open;
    private int mostAttempts;
    private String firstReason = "";

    @Override
    public void add(RecordedQuery record) {
        boolean judged = !record.evaluator().equals(Evaluators.NONE);
        if (record.hasFailed()) {
            failed += judged ? 1 : 0;
            failedUnjudged += judged ? 0 : 1;
        } else if (record.isCorrect().isEmpty()) {
            notToBeJudged += judged ? 0 : 1;
            if (judged) {
                open++;
                firstReason = firstReason.isEmpty()
                        ? record.evaluation().map(Evaluation::reason).orElse("")
                        : firstReason;
                evaluators.add(record.evaluator());
                mostAttempts = Math.max(mostAttempts, record.evaluationAttempts());
            }
        }
    }

    /**
     * Returns a warning for each reason.
     *
     * @param advises   true if a new evaluation was not requested
     * @param providers the available evaluators
     */
    List<String> warnings(boolean advises, Plugins<EvaluatorProvider> providers) {
        List<String> warnings = new ArrayList<>();
        if (failed > 0) {
            warnings.add(failed == 1
                    ? "1 request failed and counts as wrong"
                    : failed + " requests failed and count as wrong");
        }
        if (failedUnjudged > 0) {
            warnings.add(failedUnjudged == 1
                    ? "1 request failed and was not to be evaluated; it counts neither way"
                    : failedUnjudged + " requests failed and were not to be evaluated; they count neither way");
        }
        if (notToBeJudged > 0) {
            warnings.add(notToBeJudged == 1
                    ? "1 answer was not to be evaluated and counts neither way"
                    : notToBeJudged + " answers were not to be evaluated and count neither way");
        }
        if (open > 0) {
            warnings.add((open == 1
                    ? "1 answer could not be evaluated and counts neither way"
                    : open + " answers could not be evaluated and count neither way") + reason()
                    + (advises && mostAttempts < JournalEntry.MAX_ATTEMPTS ? "; " + advice(providers) : ""));
        }
        return warnings;
    }

    private String reason() {
        return firstReason.isEmpty()
                ? ""
                : " (" + (open == 1 ? "" : "the first: ") + Excerpt.of(firstReason).within(REASON_CHARACTERS).text()
                        + ")";
    }

    private String advice(Plugins<EvaluatorProvider> providers) {
        List<String> absent = evaluators.stream().filter(id -> providers.find(id).isEmpty()).toList();
        String option = Setting.ANALYSIS_OPTION + " max_evaluation_attempts="
                + Math.max(USUAL_ATTEMPTS, mostAttempts + 1);
        return absent.isEmpty()
                ? option + " evaluates them again"
                : "there is no evaluator " + String.join(", ", absent) + " here, but " + option
                        + " and " + Setting.OTHER_EVALUATOR;
    }
}
