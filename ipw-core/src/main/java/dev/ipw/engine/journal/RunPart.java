package dev.ipw.engine.journal;

import dev.ipw.energy.TimeSpan;
import dev.ipw.run.RunPhase;
import dev.ipw.telemetry.RunClock;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Gather what one process did of a run: the first began it, each further one resumed it. */
public final class RunPart {
    private final RunClock clock;
    private final Map<RunPhase, TimeSpan> phases = new EnumMap<>(RunPhase.class);
    private boolean answered;
    private long firstStartNanos = Long.MAX_VALUE;
    private long lastEndNanos = Long.MIN_VALUE;

    RunPart(RunClock clock) {
        this.clock = clock;
    }

    public RunClock clock() {
        return clock;
    }

    void addRequest(long startNanos, long endNanos) {
        firstStartNanos = Math.min(firstStartNanos, startNanos);
        lastEndNanos = Math.max(lastEndNanos, endNanos);
    }

    void addAnswer() {
        answered = true;
    }

    /** Return whether there is anything whose times could be judged. */
    boolean hasAnswers() {
        return answered;
    }

    void addPhase(RunPhase phase, TimeSpan span) {
        phases.put(phase, span);
    }

    public Map<RunPhase, TimeSpan> phases() {
        return phases;
    }

    /** A part that was killed left no measurement window in the journal: its requests tell when it was. */
    public Optional<TimeSpan> measured() {
        TimeSpan timed = phases.get(RunPhase.MEASURING);
        long start = timed == null ? firstStartNanos : Math.min(firstStartNanos, timed.startNanos());
        long end = timed == null ? lastEndNanos : Math.max(lastEndNanos, timed.endNanos());
        return start > end ? Optional.empty() : Optional.of(new TimeSpan(start, end));
    }

    /** Return when the last thing happened that is known of; the clock's zero if nothing is. */
    long lastNanos() {
        return Math.max(0, Math.max(lastEndNanos,
                phases.values().stream().mapToLong(TimeSpan::endNanos).max().orElse(0)));
    }
}
