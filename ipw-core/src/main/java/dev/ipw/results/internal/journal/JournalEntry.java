package dev.ipw.results.internal.journal;

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
import dev.ipw.shard.ShardAttempt;
import dev.ipw.telemetry.RunClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One line of a run's journal. */
public sealed interface JournalEntry {
    /** The maximum number of evaluations of an answer. */
    int MAX_ATTEMPTS = 10;

    /** Adds a time to all moments, which then count from another origin. */
    default JournalEntry later(long nanos) {
        return this;
    }

    /**
     * The beginning of a run, with everything that is needed to read the rest of the journal alone.
     *
     * @param configuration the run's configuration
     */
    record Begun(RunConfiguration configuration) implements JournalEntry {
        @Override
        public Begun later(long nanos) {
            return new Begun(configuration.onClock(configuration.clock().countedFrom(-nanos)));
        }
    }

    /**
     * The resumption of a run that was killed or ended early: the following entries are of another process.
     *
     * @param clock    the relation of that process's nanoseconds to the run's anchor and to the wall clock
     * @param versions versions by name, as in the run's configuration
     * @param attempt  the process's attempt at the shard; empty if the run is no shard
     */
    record Resumed(RunClock clock, Map<String, String> versions,
            Optional<ShardAttempt> attempt) implements JournalEntry {
        /** Copies the map. */
        public Resumed {
            versions = Map.copyOf(versions);
        }

        @Override
        public Resumed later(long nanos) {
            return new Resumed(clock.countedFrom(-nanos), versions, attempt);
        }
    }

    /**
     * One finished call of a query that continues, or ends with it.
     *
     * @param queryId the query's id
     * @param call    the call with its outcome
     */
    record Called(String queryId, ModelCall call) implements JournalEntry {
        @Override
        public Called later(long nanos) {
            return new Called(queryId, call.countedFrom(-nanos));
        }
    }

    /**
     * The end of a query. Its calls are before it.
     *
     * @param question           the question
     * @param evaluator          the id of its evaluator
     * @param intendedStartNanos its intended start, since the run's monotonic anchor
     * @param endNanos           its end
     * @param calls              the number of its calls
     * @param tools              the tools that worked
     * @param otherAnswer        the final answer, if it is not the text of the last call
     * @param failure            its failure; empty if it has an answer
     * @param workspace          the folder in which an agent worked; empty if there was none
     * @param phases             the phases around the query, which do not belong to it
     * @param measured           another tool's measurements of it, if that tool made the run
     */
    record Finished(DatasetRecord question, String evaluator, long intendedStartNanos, long endNanos, int calls,
            List<ToolSpan> tools, Optional<String> otherAnswer, Optional<RequestFailure> failure,
            Optional<Path> workspace, List<QueryPhase> phases, Optional<ImportedMeasurements> measured)
            implements
                JournalEntry {
        /** Copies the lists; rejects nulls, and a negative number of calls. */
        public Finished {
            tools = List.copyOf(tools);
            phases = List.copyOf(phases);
            if (calls < 0) {
                throw new IllegalArgumentException("A query cannot have made " + calls + " calls");
            }
        }

        /**
         * Creates the entry of a query of our own run.
         *
         * @param question  the question
         * @param evaluator the id of its evaluator
         * @param outcome   its outcome
         * @return the entry, without the calls, which have entries of their own
         */
        public static Finished of(DatasetRecord question, String evaluator, QueryOutcome outcome) {
            return of(question, evaluator, outcome, Optional.empty());
        }

        /**
         * Creates the entry of a query.
         *
         * @param question  the question
         * @param evaluator the id of its evaluator
         * @param outcome   its outcome
         * @param measured  another tool's measurements of it, if that tool made the run
         * @return the entry, without the calls, which have entries of their own
         */
        public static Finished of(DatasetRecord question, String evaluator, QueryOutcome outcome,
                Optional<ImportedMeasurements> measured) {
            return new Finished(question, evaluator, outcome.intendedStartNanos(), outcome.endNanos(),
                    outcome.calls().size(), outcome.tools(), outcome.otherAnswer(), outcome.failure(),
                    outcome.workspace(), outcome.phases(), measured);
        }

        @Override
        public Finished later(long nanos) {
            return new Finished(question, evaluator, intendedStartNanos + nanos, endNanos + nanos, calls,
                    tools.stream().map(tool -> tool.countedFrom(-nanos)).toList(), otherAnswer, failure, workspace,
                    phases.stream().map(phase -> phase.countedFrom(-nanos)).toList(), measured);
        }

        /** Combines the entry and the calls to the outcome. */
        QueryOutcome outcome(List<ModelCall> ofTheQuery) {
            return new QueryOutcome(question.id(), intendedStartNanos, endNanos, ofTheQuery, tools, otherAnswer,
                    failure, workspace, phases);
        }
    }

    /**
     * A verdict. An answer that was evaluated again has several; that of the last attempt counts.
     *
     * @param recordId   the question's id
     * @param evaluation the verdict
     * @param attempt    the number of evaluations of the answer, including this one
     * @param evaluator  the id of the evaluator, if it is not the one that the request names
     */
    record Evaluated(String recordId, Evaluation evaluation, int attempt, Optional<String> evaluator)
            implements
                JournalEntry {
        /** Rejects an attempt that is out of range. */
        public Evaluated {
            if (attempt < 1 || attempt > MAX_ATTEMPTS) {
                throw new IllegalArgumentException("An attempt is from 1 to " + MAX_ATTEMPTS + ", not " + attempt);
            }
        }

        /**
         * Creates a verdict of the evaluator that the request names.
         *
         * @param recordId   the question's id
         * @param evaluation the verdict
         * @param attempt    the number of evaluations of the answer, including this one
         */
        public Evaluated(String recordId, Evaluation evaluation, int attempt) {
            this(recordId, evaluation, attempt, Optional.empty());
        }

        /**
         * Creates the first verdict.
         *
         * @param recordId   the question's id
         * @param evaluation the verdict
         */
        public Evaluated(String recordId, Evaluation evaluation) {
            this(recordId, evaluation, 1);
        }
    }

    /**
     * The calls of evaluators to models.
     *
     * @param inFlight       the spans in which a call to a model of this machine was in flight, in nanoseconds since
     *                       the run's anchor, in order
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

        @Override
        public JudgesAsked later(long nanos) {
            return new JudgesAsked(inFlight.stream()
                    .map(span -> new TimeSpan(span.startNanos() + nanos, span.endNanos() + nanos)).toList(), localCalls,
                    remoteCalls, unmeteredCalls);
        }
    }

    /**
     * A warning.
     *
     * @param message the event and its effect on the figures
     */
    record Warned(String message) implements JournalEntry {}

    /**
     * The validity of a measurement window's times.
     *
     * @param validity the validity
     */
    record TimesJudged(RunValidity validity) implements JournalEntry {}

    /**
     * The beginning and the end of a phase of the run.
     *
     * @param time the phase and its time on the run's clock
     */
    record PhaseTimed(PhaseTime time) implements JournalEntry {
        @Override
        public PhaseTimed later(long nanos) {
            return new PhaseTimed(
                    new PhaseTime(time.phase(), time.startNanos() + nanos, time.endNanos() + nanos));
        }
    }
}
