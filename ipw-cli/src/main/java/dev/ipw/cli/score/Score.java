package dev.ipw.cli.score;

import dev.ipw.evaluation.Evaluation;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * All verdicts of one evaluator on the answers of a run.
 *
 * @param evaluator  the evaluator
 * @param parameters its parameters, without secrets
 * @param when       the time as an instant; empty text for the run's own verdicts
 * @param answers    the verdicts in the order of the run
 */
record Score(String evaluator, Map<String, String> parameters, String when, List<ScoredAnswer> answers) {
    /** Copies the collections. */
    Score {
        parameters = Map.copyOf(parameters);
        answers = List.copyOf(answers);
    }

    /** Returns the verdicts in a run's records. */
    static Score ofRun(RunReader run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            List<ProfilingRecord> all = records.toList();
            String names = String.join(", ", all.stream().map(ProfilingRecord::evaluator).distinct().sorted().toList());
            return new Score(names, Map.of(), "", all.stream().map(Score::own).toList());
        }
    }

    private static ScoredAnswer own(ProfilingRecord record) {
        String verdict = record.hasFailed()
                ? record.isCorrect().isPresent() ? "incorrect" : ScoredAnswer.NONE
                : record.evaluation().map(one -> one.verdict().label()).orElse(ScoredAnswer.NONE);
        return new ScoredAnswer(record.question().id(), verdict, record.evaluation().map(Evaluation::reason).orElse(""),
                Map.of());
    }

    long count(String verdict) {
        return answers.stream().filter(one -> one.verdict().equals(verdict)).count();
    }

    /** Returns the fraction of correct answers among those with a verdict. */
    OptionalDouble accuracy() {
        long scored = answers.size() - count(ScoredAnswer.NONE);
        return scored == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) count(ScoredAnswer.RIGHT) / scored);
    }
}
