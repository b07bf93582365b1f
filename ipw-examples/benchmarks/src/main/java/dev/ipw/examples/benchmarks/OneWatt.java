package dev.ipw.examples.benchmarks;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** A counter of the joules of a package at one watt, read each 10 ms. */
final class OneWatt implements TelemetrySource {
    private static final long NANOS_PER_MICROJOULE = 1000;

    @Override
    public String id() {
        return "one watt";
    }

    @Override
    public List<Sensor> sensors() {
        return List.of(Sensor.energyCounter("package-0", Scope.PACKAGE, "one watt", 1e-6, OptionalLong.empty()));
    }

    @Override
    public Duration period() {
        return Duration.ofMillis(10);
    }

    @Override
    public void sample(SampleSink sink) {
        sink.counter(0, System.nanoTime() / NANOS_PER_MICROJOULE);
    }

    @Override
    public void close() {}
}
