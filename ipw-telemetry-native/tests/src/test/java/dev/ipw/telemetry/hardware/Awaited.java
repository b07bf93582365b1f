package dev.ipw.telemetry.hardware;

import dev.ipw.telemetry.SamplerReport;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.Watch;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What a test waits for, with no limit but that of the suite: how long it takes is for the machine to say. */
public final class Awaited {
    private static final long PAUSE_NANOS = 1_000_000;

    private Awaited() {}

    /** Wait until something holds. */
    public static void until(BooleanSupplier holds) {
        while (!holds.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("Interrupted while waiting");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Wait until each source has been read once by a reading that began after this call. */
    public static void tick(TelemetrySession session) {
        ticks(session, 1);
    }

    /** Wait until each source has been read so many times by readings that began after this call. */
    public static void ticks(TelemetrySession session, int count) {
        List<SamplerReport> before = session.samplers();
        try (Watch _ = session.watch()) {
            for (int i = 0; i < before.size(); i++) {
                int sampler = i;
                // One reading may be under way.
                until(() -> session.samplers().get(sampler).ticks() > before.get(sampler).ticks() + count);
            }
        }
    }
}
