package dev.ipw.profile.internal;

import dev.ipw.query.QueryPhase;
import dev.ipw.telemetry.RunClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;

/**
 * The clock of a query: its start, its own work, the phases around it, and its end. Its monitor guards every field and
 * is held for moments only; no other lock is taken under it.
 */
final class QueryClock {
    private enum Stage {
        /** No own work yet: the start waits for the phases before it. */
        BEFORE_WORK,
        WORKING,
        /** A phase followed the own work and ended the query. */
        ENDED,
        /** A step of the task was verified and nothing of the next one done, so that its agent may be made ready. */
        BETWEEN_STEPS
    }

    private final String queryId;
    private final RunClock clock;
    private final List<QueryPhase> phases = new ArrayList<>();
    private Stage stage = Stage.BEFORE_WORK;
    private boolean isInPhase;
    private long intendedStartNanos;
    /** The intended start of the next call; empty if it is the moment of the call. */
    private Optional<Long> due;
    private long endedNanos;

    QueryClock(String queryId, RunClock clock, long intendedStartNanos) {
        this.queryId = queryId;
        this.clock = clock;
        this.intendedStartNanos = intendedStartNanos;
        due = Optional.of(intendedStartNanos);
    }

    /** Begins own work of the query, and returns the current time. */
    synchronized long beginWork() {
        refuseWithinPhase();
        if (stage == Stage.ENDED) {
            throw new IllegalStateException("The query " + queryId
                    + " ended with the phase after its last call or tool: a phase comes before the first or after the last");
        }
        stage = Stage.WORKING;
        return System.nanoTime();
    }

    /** Begins a call, and returns its intended start. */
    synchronized long beginCall() {
        long now = beginWork();
        long start = due.orElse(now);
        due = Optional.empty();
        return start;
    }

    /** Sets the intended start of the next call. */
    synchronized void pauseUntil(long nanos) {
        due = Optional.of(nanos);
    }

    /** Continues with the next step of the task: the tests between steps do not belong to the query. */
    synchronized void nextStep() {
        stage = Stage.BETWEEN_STEPS;
    }

    <T> T phase(QueryPhase.Kind kind, Callable<T> content) throws Exception {
        long start = System.nanoTime();
        beginPhase(kind, start);
        Optional<String> error = Optional.empty();
        try {
            return content.call();
        } catch (Exception | Error failed) {
            error = Optional.of(DispatchedQuery.errorText(failed));
            throw failed;
        } finally {
            endPhase(kind, start, System.nanoTime(), error);
        }
    }

    private synchronized void beginPhase(QueryPhase.Kind kind, long startNanos) {
        refuseWithinPhase();
        isInPhase = true;
        // A verified task counts as started even if the agent did nothing.
        boolean hasBegun = stage == Stage.WORKING || kind == QueryPhase.Kind.VERIFICATION;
        if (hasBegun && stage != Stage.ENDED) {
            stage = Stage.ENDED;
            endedNanos = clock.sinceAnchor(startNanos);
        }
    }

    /** Adds a phase that another program ran before the query's own work. */
    synchronized void addObserved(QueryPhase phase) {
        refuseWithinPhase();
        if (stage == Stage.WORKING || stage == Stage.ENDED) {
            throw new IllegalStateException("The query " + queryId
                    + " has begun: what is seen to be a phase afterwards lies before its first call or tool");
        }
        endPhase(phase.kind(), phase.startNanos(), phase.endNanos(),
                phase.error().map(DispatchedQuery::errorText));
    }

    /** Ends a phase. A query has not started before its first own work: its start waits for the phases before it. */
    synchronized void endPhase(QueryPhase.Kind kind, long startNanos, long endNanos, Optional<String> error) {
        isInPhase = false;
        addPhase(kind, startNanos, endNanos, error);
        if (stage == Stage.BEFORE_WORK) {
            long took = endNanos - startNanos;
            intendedStartNanos += took;
            due = due.map(known -> known + took);
        }
    }

    /** Adds a phase that does not move the start of the query. */
    synchronized void addPhase(QueryPhase.Kind kind, long startNanos, long endNanos, Optional<String> error) {
        phases.add(new QueryPhase(kind, clock.sinceAnchor(startNanos), clock.sinceAnchor(endNanos), error));
    }

    private void refuseWithinPhase() {
        if (isInPhase) {
            throw new IllegalStateException("The query " + queryId
                    + " is in a phase that is not its own: calls, tools and other phases come before or after it");
        }
    }

    synchronized List<QueryPhase> phases() {
        return List.copyOf(phases);
    }

    /** Returns the intended start of the query, since the run's anchor. */
    synchronized long startNanos() {
        return sinceAnchor(intendedStartNanos);
    }

    /** Returns the end of the query, since the run's anchor; empty if no phase ended it. */
    synchronized OptionalLong endNanos() {
        return stage == Stage.ENDED ? OptionalLong.of(endedNanos) : OptionalLong.empty();
    }

    /** Returns a moment since the run's anchor. */
    long sinceAnchor(long nanos) {
        return clock.sinceAnchor(nanos);
    }

    long sinceAnchor() {
        return clock.sinceAnchor(System.nanoTime());
    }
}
