package dev.ipw.cli;

import dev.ipw.engine.analysis.RecordGatherer;
import dev.ipw.engine.evaluation.Evaluators;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import java.util.List;
import java.util.Optional;

/**
 * Count the answers that were to be evaluated and those that have a verdict.
 *
 * @param judged    how many have one
 * @param inVain    how many evaluations failed
 * @param whyInVain why the first of them was; empty if none was
 */
record EvaluatedAnswers(long judged, long inVain, Optional<String> whyInVain) {
    /** Look at the answers of a run. */
    static final class Gatherer implements RecordGatherer {
        private long judged;
        private long inVain;
        private Optional<String> why = Optional.empty();

        @Override
        public void add(ProfilingRecord record) {
            Optional<Evaluation> evaluation = record.evaluation();
            if (evaluation.isPresent() && evaluation.get().verdict() != Verdict.UNSCORED) {
                judged++;
            } else if (evaluation.isPresent() && !record.evaluator().equals(Evaluators.NONE)) {
                inVain++;
                why = why.or(() -> evaluation.map(Evaluation::reason));
            }
        }

        EvaluatedAnswers finish() {
            return new EvaluatedAnswers(judged, inVain, why);
        }
    }

    /** Look at those of one run. */
    static EvaluatedAnswers of(RunReader run) {
        Gatherer gatherer = new Gatherer();
        RecordGatherer.gather(run, List.of(gatherer));
        return gatherer.finish();
    }

    /** Return why nothing could be judged, though it was to be; empty if something was, or nothing was to be. */
    Optional<String> complaint() {
        return judged == 0
                ? whyInVain.map(why -> "None of " + inVain + " answers could be evaluated: " + why)
                : Optional.empty();
    }
}
