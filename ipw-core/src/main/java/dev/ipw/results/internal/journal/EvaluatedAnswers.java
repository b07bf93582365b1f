package dev.ipw.results.internal.journal;

import dev.ipw.evaluation.EvaluationTotals;
import dev.ipw.evaluation.Verdict;
import java.util.ArrayList;
import java.util.List;

/** The number of evaluations of each answer, and whether it has a verdict, in 16 bytes per answer and attempt. */
public final class EvaluatedAnswers {
    /** The answers with at least a number of evaluations; the list's index is that number minus one. */
    private final List<RecordIds> judged = new ArrayList<>(List.of(new RecordIds()));
    /** Those of them whose evaluator could not decide. */
    private final List<RecordIds> unscored = new ArrayList<>(List.of(new RecordIds()));
    /** Those of them whose evaluation failed. */
    private final List<RecordIds> failed = new ArrayList<>(List.of(new RecordIds()));
    private final RecordIds unjudgeable = new RecordIds();
    private int openFailures;
    private EvaluationTotals totals = EvaluationTotals.NONE;

    /** Records that an answer is not to be evaluated: it stays without a verdict. */
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

    /**
     * Returns the usage of the evaluations, counting every attempt; answers that are not to be evaluated are omitted.
     */
    public EvaluationTotals totals() {
        return totals;
    }

    /** Returns the number of answers that were evaluated at least once. */
    public int size() {
        return judged.getFirst().size();
    }

    /** Returns the number of evaluations of an answer. */
    public int attempts(String recordId) {
        int attempts = 0;
        while (attempts < judged.size() && judged.get(attempts).contains(recordId)) {
            attempts++;
        }
        return attempts;
    }

    /** Returns the maximum number of evaluations of any answer, at least 1. */
    public int mostAttempts() {
        return judged.size();
    }

    /** Returns whether an answer lacks a verdict and has fewer than a maximum of evaluations. */
    public boolean isOpen(String recordId, int mostAttempts) {
        int attempts = attempts(recordId);
        return attempts == 0 || (attempts < mostAttempts && unscored.get(attempts - 1).contains(recordId));
    }

    /** Returns whether the last evaluation of an answer failed, and another attempt is allowed. */
    public boolean isFailed(String recordId) {
        int attempts = attempts(recordId);
        return attempts > 0 && attempts < JournalEntry.MAX_ATTEMPTS && failed.get(attempts - 1).contains(recordId);
    }

    /** Returns the number of answers whose last evaluation failed, and that may have another attempt. */
    public int failed() {
        return openFailures;
    }

    /** Returns the number of answers that were evaluated, fewer times than a maximum, and lack a verdict. */
    public int unscored(int mostAttempts) {
        int open = 0;
        for (int attempts = 1; attempts < mostAttempts && attempts <= judged.size(); attempts++) {
            open += unscored.get(attempts - 1).size()
                    - (attempts < judged.size() ? judged.get(attempts).size() : 0);
        }
        return open;
    }
}
