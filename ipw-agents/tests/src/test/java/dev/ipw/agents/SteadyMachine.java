package dev.ipw.agents;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** A GPU and a processor package that draw the same watts all the time, read as of each 5 ms. */
public final class SteadyMachine implements TelemetrySource {
    public static final double GPU_WATTS = 300;
    public static final double PACKAGE_WATTS = 45;
    private static final double JOULES_PER_COUNT = 1e-6;
    private static final Duration PERIOD = Duration.ofMillis(5);

    private final long startNanos = System.nanoTime();
    private long nextNanos = startNanos;

    /** Start to draw. */
    public SteadyMachine() {}

    @Override
    public String id() {
        return "steady";
    }

    @Override
    public List<Sensor> sensors() {
        return List.of(Sensor.energyCounter("gpu-0", Scope.GPU, "steady GPU", JOULES_PER_COUNT, OptionalLong.empty()),
                Sensor.energyCounter("package-0", Scope.PACKAGE, "steady package", JOULES_PER_COUNT,
                        OptionalLong.empty()));
    }

    @Override
    public Duration period() {
        return PERIOD;
    }

    @Override
    public void sample(SampleSink sink) {
        for (long now = System.nanoTime(); nextNanos <= now && sink.hasRoom(); nextNanos += PERIOD.toNanos()) {
            double seconds = (nextNanos - startNanos) / 1e9;
            sink.at(nextNanos, nextNanos);
            sink.counter(0, Math.round(seconds * GPU_WATTS / JOULES_PER_COUNT));
            sink.counter(1, Math.round(seconds * PACKAGE_WATTS / JOULES_PER_COUNT));
        }
    }

    @Override
    public void close() {}
}
