package dev.ipw.engine.journal;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.TimeSpan;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.quality.RunValidity;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.RequestFailure;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.ImportedMeasurements;
import dev.ipw.run.PhaseTime;
import dev.ipw.run.RunConfiguration;
import dev.ipw.telemetry.RunClock;
import java.nio.file.Path;
import java.util.List;
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
        /** Rejects nulls. */
        public Begun {
            Objects.requireNonNull(configuration, "configuration");
        }
    }

    /**
     * Resume a run that was killed or ended early: what follows happened in another process.
     *
     * @param clock    how that process's nanoseconds tie to the run's anchor and to the wall clock
     * @param versions versions by name, as in the run's configuration
     */
    record Resumed(RunClock clock, Map<String, String> versions) implements JournalEntry {
        /** Copies the map. */
        public Resumed {
            Objects.requireNonNull(clock, "clock");
            versions = Map.copyOf(versions);
        }
    }

    /**
     * Keep one finished call of a query that goes on, or ends with it.
     *
     * @param queryId the query's id
     * @param call    what came of the call
     */
    record Called(String queryId, ModelCall call) implements JournalEntry {
        /** Rejects nulls. */
        public Called {
            Objects.requireNonNull(queryId, "queryId");
            Objects.requireNonNull(call, "call");
        }
    }

    /**
     * Record the end of a query. Its calls stand before it.
     *
     * @param question           what was asked
     * @param evaluator          the id of the evaluator that is to judge it
     * @param intendedStartNanos when the load wanted it to start, since the run's monotonic anchor
     * @param endNanos           when it came to its end
     * @param calls              how many calls it made
     * @param tools              the tools that worked
     * @param otherAnswer        the final answer, where it is not the text of the last call
     * @param failure            how it failed; empty if it has an answer
     * @param workspace          the folder in which an agent worked; empty if there is none
     * @param phases             what was done around the query and is not its own
     * @param measured           what another tool measured of it, if that made the run
     */
    record Finished(DatasetRecord question, String evaluator, long intendedStartNanos, long endNanos, int calls,
            List<ToolSpan> tools, Optional<String> otherAnswer, Optional<RequestFailure> failure,
            Optional<Path> workspace, List<QueryPhase> phases, Optional<ImportedMeasurements> measured)
            implements
                JournalEntry {
        /** Copies the lists; refuse nulls, and a number of calls below 0. */
        public Finished {
            Objects.requireNonNull(question, "question");
            Objects.requireNonNull(evaluator, "evaluator");
            tools = List.copyOf(tools);
            Objects.requireNonNull(otherAnswer, "otherAnswer");
            Objects.requireNonNull(failure, "failure");
            Objects.requireNonNull(workspace, "workspace");
            phases = List.copyOf(phases);
            Objects.requireNonNull(measured, "measured");
            if (calls < 0) {
                throw new IllegalArgumentException("A query cannot have made " + calls + " calls");
            }
        }

        /**
         * Keeps the end of a query of a run of our own.
         *
         * @param question  what was asked
         * @param evaluator the id of the evaluator that is to judge it
         * @param outcome   what came of it
         * @return the entry, without the calls, which have entries of their own
         */
        public static Finished of(DatasetRecord question, String evaluator, QueryOutcome outcome) {
            return of(question, evaluator, outcome, Optional.empty());
        }

        /**
         * Keeps the end of a query.
         *
         * @param question  what was asked
         * @param evaluator the id of the evaluator that is to judge it
         * @param outcome   what came of it
         * @param measured  what another tool measured of it, if that made the run
         * @return the entry, without the calls, which have entries of their own
         */
        public static Finished of(DatasetRecord question, String evaluator, QueryOutcome outcome,
                Optional<ImportedMeasurements> measured) {
            return new Finished(question, evaluator, outcome.intendedStartNanos(), outcome.endNanos(),
                    outcome.calls().size(), outcome.tools(), outcome.otherAnswer(), outcome.failure(),
                    outcome.workspace(), outcome.phases(), measured);
        }

        /** Puts the outcome together again. */
        QueryOutcome outcome(List<ModelCall> ofTheQuery) {
            return new QueryOutcome(question.id(), intendedStartNanos, endNanos, ofTheQuery, tools, otherAnswer,
                    failure, workspace, phases);
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
    record Evaluated(String recordId, Evaluation evaluation, int attempt, Optional<String> evaluator)
            implements
                JournalEntry {
        /** Rejects nulls. */
        public Evaluated {
            Objects.requireNonNull(recordId, "recordId");
            Objects.requireNonNull(evaluation, "evaluation");
            Objects.requireNonNull(evaluator, "evaluator");
            if (attempt < 1 || attempt > MOST_ATTEMPTS) {
                throw new IllegalArgumentException("An attempt is from 1 to " + MOST_ATTEMPTS + ", not " + attempt);
            }
        }

        /**
         * Keeps a verdict of the evaluator that the request names.
         *
         * @param recordId   the question's id
         * @param evaluation the verdict
         * @param attempt    how often the answer was judged, this time included
         */
        public Evaluated(String recordId, Evaluation evaluation, int attempt) {
            this(recordId, evaluation, attempt, Optional.empty());
        }

        /**
         * Keeps the first verdict.
         *
         * @param recordId   the question's id
         * @param evaluation the verdict
         */
        public Evaluated(String recordId, Evaluation evaluation) {
            this(recordId, evaluation, 1);
        }
    }

    /**
     * Record calls of evaluators to models.
     *
     * @param inFlight       when one to a model of this machine was in flight, in nanoseconds since the run's anchor, in order
     * @param localCalls     calls to models of this machine that ended while its sensors could be read
     * @param remoteCalls    calls to models of other machines
     * @param unmeteredCalls calls to models of this machine by a process that reads no sensors
     */
    record JudgesAsked(List<TimeSpan> inFlight, long localCalls, long remoteCalls, long unmeteredCalls)
            implements
                JournalEntry {
        /** Copies the list and checks the counts. */
        public JudgesAsked {
            inFlight = List.copyOf(inFlight);
            if (localCalls < 0 || remoteCalls < 0 || unmeteredCalls < 0) {
                throw new IllegalArgumentException("A judge is asked 0 times or more");
            }
        }
    }

    /**
     * Record a warning.
     *
     * @param message what happened and what it means for the figures
     */
    record Warned(String message) implements JournalEntry {
        /** Rejects nulls. */
        public Warned {
            Objects.requireNonNull(message, "message");
        }
    }

    /**
     * Record the validity of a measurement window's times.
     *
     * @param validity what was seen over it
     */
    record TimesJudged(RunValidity validity) implements JournalEntry {
        /** Rejects nulls. */
        public TimesJudged {
            Objects.requireNonNull(validity, "validity");
        }
    }

    /**
     * Record when a phase of the run began and ended.
     *
     * @param time what, and when on the run's clock
     */
    record PhaseTimed(PhaseTime time) implements JournalEntry {
        /** Rejects nulls. */
        public PhaseTimed {
            Objects.requireNonNull(time, "time");
        }
    }
}
