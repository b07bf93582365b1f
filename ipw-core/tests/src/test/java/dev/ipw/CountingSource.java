package dev.ipw;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Counts time with its first sensor. */
record CountingSource(List<Sensor> sensors, Consumer<SampleSink> further) implements TelemetrySource {
    /** Count what processors are busy for, of which joules can only be estimated. */
    static CountingSource busyProcessor() {
        return new CountingSource(
                List.of(Sensor.of("cpu", Scope.PACKAGE, Quantity.SYSTEM_CPU_TIME_NANOS, "processor time"),
                        Sensor.of("cpu", Scope.PACKAGE, Quantity.LOGICAL_PROCESSORS, "processors")),
                sink -> sink.gauge(1, 4));
    }

    /** Count for two graphics processors, two packages and main memory. */
    static CountingSource board() {
        return new CountingSource(
                Stream.of("gpu-0", "gpu-1", "package-0", "package-1", "dram-0").map(CountingSource::joules).toList(),
                sink -> {
                    for (int sensor = 1; sensor < 5; sensor++) {
                        sink.counter(sensor, System.nanoTime() / (1000 + sensor));
                    }
                });
    }

    private static Sensor joules(String device) {
        Scope scope = device.startsWith("gpu")
                ? Scope.GPU
                : device.startsWith("package") ? Scope.PACKAGE : Scope.DRAM;
        return Sensor.energyCounter(device, scope, "board " + device, 1e-6, OptionalLong.empty());
    }

    @Override
    public String id() {
        return "counting";
    }

    @Override
    public Duration period() {
        return Duration.ofMillis(5);
    }

    @Override
    public void sample(SampleSink sink) {
        sink.counter(0, System.nanoTime() / 1000);
        further.accept(sink);
    }

    @Override
    public void close() {}
}
