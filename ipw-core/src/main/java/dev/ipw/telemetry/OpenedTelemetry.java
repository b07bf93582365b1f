package dev.ipw.telemetry;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Hold opened sources that are not sampled yet. Sampling hands them to the session; without it, closing this
 * closes them.
 */
public final class OpenedTelemetry implements AutoCloseable {
    private final OpenedCollectors opened;
    private final boolean switchedOff;
    private boolean handedOver;

    OpenedTelemetry(OpenedCollectors opened, boolean switchedOff) {
        this.opened = opened;
        this.switchedOff = switchedOff;
    }

    /**
     * List what can be sampled.
     *
     * @return the sources
     */
    public List<TelemetrySource> sources() {
        return List.copyOf(opened.sources());
    }

    /**
     * Begin to sample, and keep the raw samples on disk, one file for each source, synced each second. Waits a moment for the
     * first readings. If it fails, the sources are closed.
     *
     * @param directory where the files are kept; made if it does not exist
     * @param clock     what the times in the files count from
     * @return the session, which closes the sources
     * @throws dev.ipw.error.ConfigurationException if a source has no period
     */
    public TelemetrySession sample(Path directory, RunClock clock) {
        return sample(Optional.of(new SampleSpool(directory, clock)));
    }

    TelemetrySession sample(Optional<SampleSpool> spool) {
        TelemetrySession session;
        try {
            session = new TelemetrySession(opened, spool, switchedOff);
        } catch (RuntimeException | Error failed) {
            spool.ifPresent(SampleSpool::close);
            throw failed;
        }
        handedOver = true;
        session.start();
        return session;
    }

    /** Close the sources, unless a session has them. */
    @Override
    public void close() {
        if (!handedOver) {
            handedOver = true;
            SourceClosing.closeAll(opened.sources());
        }
    }
}
