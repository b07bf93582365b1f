package dev.ipw.telemetry;

import dev.ipw.energy.Scope;
import dev.ipw.testing.DrivenSource;
import java.util.List;
import java.util.OptionalLong;

/** Makes sources that draw a watt, and sessions that read nothing else. */
final class OneWattSources {
    private OneWattSources() {}

    static Sensor counter(String device, Scope scope) {
        return Sensor.energyCounter(device, scope, "test " + device, 1e-6, OptionalLong.empty());
    }

    static DrivenSource oneWatt(String id, Sensor... sensors) {
        return new DrivenSource(id, List.of(sensors), sink -> DrivenSource.oneWatt(sink, sensors.length));
    }

    static DrivenSource oneWattPackage() {
        return oneWatt("test", counter("package-0", Scope.PACKAGE));
    }

    static DrivenSource processorTime() {
        return new DrivenSource("estimate",
                List.of(Sensor.of("cpu", Scope.PACKAGE, Quantity.SYSTEM_CPU_TIME_NANOS, "test"),
                        Sensor.of("cpu", Scope.PACKAGE, Quantity.LOGICAL_PROCESSORS, "test")),
                sink -> {
                    sink.counter(0, System.nanoTime());
                    sink.gauge(1, 4);
                });
    }

    static TelemetrySessionBuilder alone() {
        return TelemetrySession.builder().discovery(false);
    }
}
