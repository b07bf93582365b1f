package dev.ipw.results;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.quality.RunVerdict;
import dev.ipw.record.RequestOutcome;
import dev.ipw.telemetry.RunClock;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** One line of a run's journal. */
public sealed interface JournalEntry {
    /** How often an answer can be judged at most. */
    int MOST_ATTEMPTS = 10;

    /**
     * Begin a run: what the rest of the journal needs to be read alone.
     *
     * @param configuration what was asked of the run
     */
    record Begun(RunConfiguration configuration) implements JournalEntry {
        /** Refuse nulls. */
        public Begun {
            Objects.requireNonNull(configuration, "configuration");
        }
    }

    /**
     * Go on with a run that was killed or ended early: what follows happened in another process.
     *
     * @param clock    how that process's nanoseconds tie to the run's anchor and to the wall clock
     * @param versions versions by name, as in the run's configuration
     */
    record Resumed(RunClock clock, Map<String, String> versions) implements JournalEntry {
        /** Copy the map. */
        public Resumed {
            Objects.requireNonNull(clock, "clock");
            versions = Map.copyOf(versions);
        }
    }

    /**
     * Keep one finished request.
     *
     * @param question  what was asked
     * @param evaluator the id of the evaluator that is to judge it
     * @param outcome   what came back
     * @param measured  what another tool measured of it, if that made the run
     */
    record Finished(DatasetRecord question, String evaluator, RequestOutcome outcome,
            Optional<MeasuredElsewhere> measured) implements JournalEntry {
        /** Refuse nulls. */
        public Finished {
            Objects.requireNonNull(question, "question");
            Objects.requireNonNull(evaluator, "evaluator");
            Objects.requireNonNull(outcome, "outcome");
            Objects.requireNonNull(measured, "measured");
        }

        /**
         * Keep one finished request of a run of our own.
         *
         * @param question  what was asked
         * @param evaluator the id of the evaluator that is to judge it
         * @param outcome   what came back
         */
        public Finished(DatasetRecord question, String evaluator, RequestOutcome outcome) {
            this(question, evaluator, outcome, Optional.empty());
        }
    }

    /**
     * Keep a verdict. An answer that was judged again has several; the one of the last attempt stands.
     *
     * @param recordId   the question's id
     * @param evaluation the verdict
     * @param attempt    how often the answer was judged, this time included
     * @param evaluator  the id of the evaluator that judged it, if that is another than the request names
     */
    record Judged(String recordId, Evaluation evaluation, int attempt, Optional<String> evaluator)
            implements
                JournalEntry {
        /** Refuse nulls. */
        public Judged {
            Objects.requireNonNull(recordId, "recordId");
            Objects.requireNonNull(evaluation, "evaluation");
            Objects.requireNonNull(evaluator, "evaluator");
            if (attempt < 1 || attempt > MOST_ATTEMPTS) {
                throw new IllegalArgumentException("An attempt is from 1 to " + MOST_ATTEMPTS + ", not " + attempt);
            }
        }

        /**
         * Keep a verdict of the evaluator that the request names.
         *
         * @param recordId   the question's id
         * @param evaluation the verdict
         * @param attempt    how often the answer was judged, this time included
         */
        public Judged(String recordId, Evaluation evaluation, int attempt) {
            this(recordId, evaluation, attempt, Optional.empty());
        }

        /**
         * Keep the first verdict.
         *
         * @param recordId   the question's id
         * @param evaluation the verdict
         */
        public Judged(String recordId, Evaluation evaluation) {
            this(recordId, evaluation, 1);
        }
    }

    /**
     * Keep something that a reader of the run should know.
     *
     * @param message what happened and what it means for the figures
     */
    record Warned(String message) implements JournalEntry {
        /** Refuse nulls. */
        public Warned {
            Objects.requireNonNull(message, "message");
        }
    }

    /**
     * Keep whether the times of a measured stretch may be trusted.
     *
     * @param verdict what was seen over it
     */
    record TimesJudged(RunVerdict verdict) implements JournalEntry {
        /** Refuse nulls. */
        public TimesJudged {
            Objects.requireNonNull(verdict, "verdict");
        }
    }

    /**
     * Mark a stretch of the run on its clock.
     *
     * @param phase      which stretch
     * @param startNanos its start, since the run's monotonic anchor
     * @param endNanos   its end
     */
    record PhaseTimed(RunPhase phase, long startNanos, long endNanos) implements JournalEntry {
        /** Refuse nulls. */
        public PhaseTimed {
            Objects.requireNonNull(phase, "phase");
        }
    }
}
