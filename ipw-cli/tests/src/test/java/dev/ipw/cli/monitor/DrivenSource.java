package dev.ipw.cli.monitor;

import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import static org.assertj.core.api.Assertions.assertThat;

/** Emits the readings that a test sets. */
final class DrivenSource implements TelemetrySource {
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(9);

    private final List<Sensor> sensors;
    private final List<DeviceInfo> devices;
    volatile Consumer<SampleSink> reading;

    DrivenSource(List<Sensor> sensors, List<DeviceInfo> devices, Consumer<SampleSink> reading) {
        this.sensors = sensors;
        this.devices = devices;
        this.reading = reading;
    }

    TelemetrySession open() {
        return TelemetrySession.builder().discovery(false).source(this).open();
    }

    /** Wait for what the sampler brings about by itself. */
    static void await(BooleanSupplier done) {
        long until = System.nanoTime() + LONGEST_NANOS;
        while (!done.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(until);
            // A loop without a pause would take the processor from what is awaited.
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    @Override
    public String id() {
        return "driven";
    }

    @Override
    public List<Sensor> sensors() {
        return sensors;
    }

    @Override
    public List<DeviceInfo> devices() {
        return devices;
    }

    @Override
    public Duration period() {
        return Duration.ofMillis(2);
    }

    @Override
    public void sample(SampleSink sink) {
        reading.accept(sink);
    }

    @Override
    public void close() {}
}
