package dev.ipw.engine.journal;

import dev.ipw.evaluation.EvaluationTotals;
import dev.ipw.evaluation.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Remember how often each answer was judged, and whether it has a verdict since: of each in 16 bytes an attempt. */
public final class EvaluatedAnswers {
    /** Those that were judged so often, by how often less one. */
    private final List<RecordIds> judged = new ArrayList<>(List.of(new RecordIds()));
    /** Those of them whose evaluator could not tell. */
    private final List<RecordIds> unscored = new ArrayList<>(List.of(new RecordIds()));
    /** Those of them whose evaluation failed. */
    private final List<RecordIds> failed = new ArrayList<>(List.of(new RecordIds()));
    private final RecordIds unjudgeable = new RecordIds();
    private int openFailures;
    private EvaluationTotals totals = EvaluationTotals.NONE;

    /** Remembers that an answer is not to be evaluated: it stays without a verdict. */
    void addUnjudgeable(String recordId) {
        unjudgeable.add(recordId);
    }

    public void add(JournalEntry.Evaluated verdict) {
        while (judged.size() < verdict.attempt()) {
            judged.add(new RecordIds());
            unscored.add(new RecordIds());
            failed.add(new RecordIds());
        }
        openFailures -= isFailed(verdict.recordId()) ? 1 : 0;
        judged.get(verdict.attempt() - 1).add(verdict.recordId());
        if (unjudgeable.contains(verdict.recordId())) {
            return;
        }
        totals = totals.plus(verdict.evaluation());
        if (verdict.evaluation().verdict() == Verdict.UNSCORED) {
            unscored.get(verdict.attempt() - 1).add(verdict.recordId());
        }
        if (verdict.evaluation().failed()) {
            failed.get(verdict.attempt() - 1).add(verdict.recordId());
        }
        openFailures += isFailed(verdict.recordId()) ? 1 : 0;
    }

    /** Returns what evaluation took, every attempt counted; answers that are not to be evaluated are omitted. */
    public EvaluationTotals totals() {
        return totals;
    }

    /** Counts the answers that were judged once or more. */
    public int size() {
        return judged.getFirst().size();
    }

    /** Returns how often an answer was judged. */
    public int attempts(String recordId) {
        int attempts = 0;
        while (attempts < judged.size() && judged.get(attempts).contains(recordId)) {
            attempts++;
        }
        return attempts;
    }

    /** Returns the most evaluations of any answer, at least 1. */
    public int mostAttempts() {
        return judged.size();
    }

    /** Returns whether an answer lacks a verdict and was judged less often than so many times. */
    public boolean isOpen(String recordId, int mostAttempts) {
        int attempts = attempts(recordId);
        return attempts == 0 || (attempts < mostAttempts && unscored.get(attempts - 1).contains(recordId));
    }

    /** Returns whether the last evaluation of an answer failed, and it may be evaluated once more. */
    public boolean isFailed(String recordId) {
        int attempts = attempts(recordId);
        return attempts > 0 && attempts < JournalEntry.MOST_ATTEMPTS && failed.get(attempts - 1).contains(recordId);
    }

    /** Counts the answers whose last evaluation failed, and which may be evaluated once more. */
    public int failed() {
        return openFailures;
    }

    /** Counts the answers that were judged, less often than so many times, and lack a verdict. */
    public int unscored(int mostAttempts) {
        int open = 0;
        for (int attempts = 1; attempts < mostAttempts && attempts <= judged.size(); attempts++) {
            open += unscored.get(attempts - 1).size()
                    - (attempts < judged.size() ? judged.get(attempts).size() : 0);
        }
        return open;
    }
}
