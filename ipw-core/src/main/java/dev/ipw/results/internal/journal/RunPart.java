package dev.ipw.results.internal.journal;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.TimeSpans;
import dev.ipw.run.RunPhase;
import dev.ipw.shard.ShardAttempt;
import dev.ipw.telemetry.RunClock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** The part of a run by one process: the first began the run, each further one resumed it. */
public final class RunPart {
    private final RunClock clock;
    private final int journal;
    private final Optional<ShardAttempt> attempt;
    private final Map<RunPhase, TimeSpan> phases = new EnumMap<>(RunPhase.class);
    private final List<TimeSpan> judging = new ArrayList<>();
    private boolean answered;
    private long queries;
    private long firstStartNanos = Long.MAX_VALUE;
    private long lastEndNanos = Long.MIN_VALUE;

    RunPart(RunClock clock, int journal, Optional<ShardAttempt> attempt) {
        this.clock = clock;
        this.journal = journal;
        this.attempt = attempt;
    }

    /** Returns the place of its journal among the run's. */
    public int journal() {
        return journal;
    }

    public RunClock clock() {
        return clock;
    }

    /** Returns the process's attempt at the shard; empty if the run is no shard. */
    public Optional<ShardAttempt> attempt() {
        return attempt;
    }

    void addRequest(long startNanos, long endNanos) {
        firstStartNanos = Math.min(firstStartNanos, startNanos);
        lastEndNanos = Math.max(lastEndNanos, endNanos);
    }

    /** Counts a query that ended here. */
    void addQuery() {
        queries++;
    }

    /** Removes a query that a later part asked again. */
    void removeQuery() {
        queries--;
    }

    /** Returns the number of queries whose final end is here. */
    long queries() {
        return queries;
    }

    void addAnswer() {
        answered = true;
    }

    /** Returns whether there are answers whose times can be judged. */
    boolean hasAnswers() {
        return answered;
    }

    void addPhase(RunPhase phase, TimeSpan span) {
        phases.put(phase, span);
    }

    /** Adds the spans of calls to judges; adjacent spans are joined. */
    void addJudging(List<TimeSpan> inFlight) {
        for (TimeSpan span : inFlight) {
            if (!judging.isEmpty() && judging.getLast().endNanos() >= span.startNanos()) {
                TimeSpan last = judging.removeLast();
                judging.add(new TimeSpan(last.startNanos(), Math.max(last.endNanos(), span.endNanos())));
            } else {
                judging.add(span);
            }
        }
    }

    /** Combines the calls to judges of parts that overlap in time. */
    static RunPart judgingOf(List<RunPart> parts) {
        RunPart all = new RunPart(parts.getFirst().clock, 0, Optional.empty());
        all.judging.addAll(TimeSpans.merged(parts.stream().flatMap(part -> part.judging.stream()).toList()));
        parts.stream().map(part -> part.phases.get(RunPhase.EVALUATING)).filter(Objects::nonNull)
                .reduce((one, other) -> new TimeSpan(Math.min(one.startNanos(), other.startNanos()),
                        Math.max(one.endNanos(), other.endNanos())))
                .ifPresent(span -> all.addPhase(RunPhase.EVALUATING, span));
        return all;
    }

    /** Returns the spans in which a call to a judge of this machine was in flight, in order. */
    public List<TimeSpan> judging() {
        return List.copyOf(judging);
    }

    public Map<RunPhase, TimeSpan> phases() {
        return phases;
    }

    /**
     * Returns the measurement window: from the first intended start to the end of the last request. The profiler's
     * preparation is in no figure. A part without a request was measured for the time of its phase.
     */
    public Optional<TimeSpan> measured() {
        TimeSpan timed = phases.get(RunPhase.MEASURING);
        boolean isAsked = firstStartNanos != Long.MAX_VALUE;
        long start = timed == null || isAsked ? Math.max(firstStartNanos, readyNanos()) : timed.startNanos();
        long end = timed == null ? lastEndNanos : Math.max(lastEndNanos, timed.endNanos());
        return start > end ? Optional.empty() : Optional.of(new TimeSpan(start, end));
    }

    /**
     * Returns the moment from which a shard was ready to ask. Its requests may have been due before, when another process
     * still ran it or none did.
     */
    private long readyNanos() {
        return attempt.isEmpty()
                ? Long.MIN_VALUE
                : phases.entrySet().stream()
                        .filter(phase -> phase.getKey().compareTo(RunPhase.MEASURING) < 0)
                        .mapToLong(phase -> phase.getValue().endNanos()).max().orElse(Long.MIN_VALUE);
    }

    /** Returns the first known moment; empty without one. */
    OptionalLong firstNanos() {
        return LongStream.concat(LongStream.of(firstStartNanos),
                phases.values().stream().mapToLong(TimeSpan::startNanos)).filter(nanos -> nanos != Long.MAX_VALUE)
                .min();
    }

    /** Returns the last known moment; the clock's zero without one. */
    long lastNanos() {
        return Math.max(0, Math.max(lastEndNanos,
                phases.values().stream().mapToLong(TimeSpan::endNanos).max().orElse(0)));
    }
}
