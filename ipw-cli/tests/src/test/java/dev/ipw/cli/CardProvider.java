package dev.ipw.cli;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.testing.SteadySource;
import java.util.List;
import java.util.OptionalLong;

/** Provides a card that counts: the collector {@code cards}. */
final class CardProvider implements TelemetryProvider {
    @Override
    public String id() {
        return "cards";
    }

    @Override
    public String description() {
        return "a card of 100 W";
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        return List.of();
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        return List.of(new SteadySource("card",
                Sensor.energyCounter("card", Scope.GPU, "the card's counter", 1e-3, OptionalLong.empty()), 100_000));
    }
}
