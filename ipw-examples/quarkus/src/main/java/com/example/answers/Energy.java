package com.example.answers;

import dev.ipw.telemetry.CollectorSelection;
import dev.ipw.telemetry.TelemetrySession;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The one session of the application, which reads the sensors while it runs. */
final class Energy {
    @Produces
    @Singleton
    TelemetrySession session() {
        return TelemetrySession.builder().collectors(CollectorSelection.auto().orEstimate()).open();
    }

    void close(@Disposes TelemetrySession session) {
        session.close();
    }
}
