package dev.ipw.telemetry;

import java.time.Duration;

/** The time that a session gives its collectors to open, which only tests change. */
public final class OpeningTime {
    /** As long as a slow machine may take. */
    public static final Duration PATIENT = Duration.ofHours(1);
    /** Enough to be sure that a call that never returns has not returned. */
    public static final Duration SHORT = Duration.ofMillis(50);

    private OpeningTime() {}

    /** Return a builder of sessions without discovery whose collectors have so long to open. */
    public static TelemetrySessionBuilder sessions(Duration longest) {
        return TelemetrySession.builder().discovery(false).longestOpening(longest);
    }
}
