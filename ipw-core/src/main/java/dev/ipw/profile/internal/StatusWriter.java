package dev.ipw.profile.internal;

import dev.ipw.error.InputException;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.progress.RunProgress;
import dev.ipw.results.internal.format.RunStatus;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunPhase;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer of a run's progress into its folder, at most once a second, so that other processes can watch it without
 * reading its journal repeatedly on the machine that is measured.
 */
final class StatusWriter implements ProfilerListener {
    private static final Logger LOGGER = LoggerFactory.getLogger(StatusWriter.class);
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final RunDirectory directory;
    private final LongSupplier nanoTime;
    private long writtenNanos;
    private boolean hasProgress;
    private boolean isBroken;

    StatusWriter(RunDirectory directory, LongSupplier nanoTime) {
        this.directory = directory;
        this.nanoTime = nanoTime;
    }

    @Override
    public void phaseStarted(RunPhase phase) {
        hasProgress = false;
        write(phase, Optional.empty());
    }

    @Override
    public void progressed(RunPhase phase, RunProgress progress) {
        long now = nanoTime.getAsLong();
        if (!hasProgress || now - writtenNanos >= PERIOD_NANOS) {
            hasProgress = true;
            writtenNanos = now;
            write(phase, Optional.of(progress));
        }
    }

    private void write(RunPhase phase, Optional<RunProgress> progress) {
        if (isBroken) {
            return;
        }
        try {
            new RunStatus(phase, progress, Instant.now()).write(directory);
        } catch (InputException cannotWrite) {
            // None of the run's results depends on it.
            isBroken = true;
            LOGGER.warn("The progress of the run is not kept from here on, so that it cannot be watched", cannotWrite);
        }
    }
}
