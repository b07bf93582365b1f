package dev.ipw.cli.result;

import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.RunReader;
import java.util.List;
import java.util.Optional;

/**
 * The number of answers with a verdict, and of failed evaluations.
 *
 * @param judged    the number of answers with a verdict
 * @param inVain    the number of failed evaluations
 * @param whyInVain the reason of the first failure; empty if there was none
 */
public record EvaluatedAnswers(long judged, long inVain, Optional<String> whyInVain) {
    /** The gatherer of the answers of a run. */
    public static final class Gatherer implements RecordGatherer {
        private long judged;
        private long inVain;
        private Optional<String> why = Optional.empty();

        @Override
        public void add(RecordedQuery record) {
            // An answer that counts has a verdict, and its details need not be decoded.
            if (!record.hasFailed() && record.isCorrect().isPresent()) {
                judged++;
                return;
            }
            Optional<Evaluation> evaluation = record.evaluation();
            if (evaluation.isPresent() && evaluation.get().verdict() != Verdict.UNSCORED) {
                judged++;
            } else if (evaluation.isPresent() && !record.evaluator().equals(Evaluators.NONE)) {
                inVain++;
                why = why.or(() -> evaluation.map(Evaluation::reason));
            }
        }

        public EvaluatedAnswers finish() {
            return new EvaluatedAnswers(judged, inVain, why);
        }
    }

    /** Counts the answers of one run. */
    static EvaluatedAnswers of(RunReader run) {
        Gatherer gatherer = new Gatherer();
        RecordGatherer.gather(run, List.of(gatherer));
        return gatherer.finish();
    }

    /** Returns the reason why no answer could be judged although evaluation was requested; otherwise empty. */
    public Optional<String> complaint() {
        return judged == 0
                ? whyInVain.map(why -> "None of " + inVain + " answers could be evaluated: " + why)
                : Optional.empty();
    }
}
