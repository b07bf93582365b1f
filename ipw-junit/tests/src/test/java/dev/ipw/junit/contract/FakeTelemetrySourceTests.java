package dev.ipw.junit.contract;

import dev.ipw.junit.fake.FakeTelemetrySource;
import dev.ipw.telemetry.TelemetrySource;
import org.junit.jupiter.api.Tag;

@Tag("real-time")
final class FakeTelemetrySourceTests extends TelemetrySourceContract {
    @Override
    protected TelemetrySource source() {
        return new FakeTelemetrySource(50);
    }
}
