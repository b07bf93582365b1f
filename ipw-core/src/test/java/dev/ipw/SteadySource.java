package dev.ipw;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** Counts the microjoules of a package that draws the same watts all the time. */
final class SteadySource implements TelemetrySource {
    static final double WATTS = 50;
    private static final double JOULES_PER_COUNT = 1e-6;
    private final long startNanos = System.nanoTime();

    @Override
    public String id() {
        return "steady";
    }

    @Override
    public List<Sensor> sensors() {
        return List.of(Sensor.energyCounter("package-0", Scope.PACKAGE, "steady package-0", JOULES_PER_COUNT,
                OptionalLong.empty()));
    }

    @Override
    public Duration period() {
        return Duration.ofMillis(5);
    }

    @Override
    public void sample(SampleSink sink) {
        sink.counter(0, Math.round((System.nanoTime() - startNanos) / 1e9 * WATTS / JOULES_PER_COUNT));
    }

    @Override
    public void close() {}
}
