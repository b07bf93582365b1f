package dev.ipw.profile.internal;

import dev.ipw.progress.ProfilerListener;
import dev.ipw.progress.RunProgress;
import dev.ipw.run.RunPhase;
import java.util.Optional;

/** The latest phase and progress of a run. */
public final class LatestProgress implements ProfilerListener {
    private volatile Optional<RunPhase> phase = Optional.empty();
    private volatile Optional<RunProgress> progress = Optional.empty();

    @Override
    public void phaseStarted(RunPhase started) {
        progress = Optional.empty();
        phase = Optional.of(started);
    }

    @Override
    public void progressed(RunPhase of, RunProgress made) {
        progress = Optional.of(made);
    }

    /** Forgets the previous run. */
    public void clear() {
        phase = Optional.empty();
        progress = Optional.empty();
    }

    /** Returns the current phase; empty before the first. */
    public Optional<RunPhase> phase() {
        return phase;
    }

    /** Returns the progress of the current phase; empty before its first report. */
    public Optional<RunProgress> progress() {
        return progress;
    }
}
