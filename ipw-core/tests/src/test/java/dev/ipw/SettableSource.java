package dev.ipw;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Counts the microjoules of a GPU that draws what it is told to, exactly from when it is told. A tick brings every reading
 * since the last one, as a log does, so that a tick which comes late leaves no gap. Its power sensor is stuck.
 */
final class SettableSource implements TelemetrySource {
    static final double STUCK_WATTS = 7;
    static final double CELSIUS = 41;
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final double JOULES_PER_COUNT = 1e-6;

    private final List<Change> changes = new ArrayList<>();
    private final OptionalDouble limitWatts;
    private final long stepNanos;
    private long nextNanos = System.nanoTime();

    SettableSource(double watts) {
        this(watts, OptionalDouble.empty(), PERIOD_NANOS);
    }

    /** Show a count only so often, and know the most that the GPU may draw. */
    SettableSource(double watts, OptionalDouble limitWatts, long stepNanos) {
        changes.add(new Change(nextNanos, 0, watts));
        this.limitWatts = limitWatts;
        this.stepNanos = stepNanos;
    }

    synchronized void draw(double watts) {
        long now = System.nanoTime();
        changes.add(new Change(now, joulesAt(now), watts));
    }

    private double joulesAt(long nanos) {
        Change last = changes.reversed().stream().filter(change -> change.nanos - nanos <= 0).findFirst()
                .orElse(changes.getFirst());
        return last.joules + (nanos - last.nanos) / 1e9 * last.watts;
    }

    @Override
    public String id() {
        return "settable";
    }

    @Override
    public List<Sensor> sensors() {
        Sensor counter = Sensor.energyCounter("gpu-0", Scope.GPU, "settable gpu-0", JOULES_PER_COUNT,
                OptionalLong.empty());
        return List.of(
                limitWatts.isPresent() ? counter.withLimitWatts(limitWatts.getAsDouble()) : counter,
                Sensor.of("gpu-0", Scope.GPU, Quantity.POWER_WATTS, "stuck gpu-0"),
                Sensor.of("gpu-0", Scope.GPU, Quantity.TEMPERATURE_CELSIUS, "thermometer of gpu-0"),
                Sensor.of("gpu-0", Scope.GPU, Quantity.PROCESSES, "processes on gpu-0"));
    }

    @Override
    public Duration period() {
        return Duration.ofNanos(PERIOD_NANOS);
    }

    @Override
    public synchronized void sample(SampleSink sink) {
        for (long now = System.nanoTime(); nextNanos - now <= 0 && sink.hasRoom(); nextNanos += PERIOD_NANOS) {
            sink.at(nextNanos, nextNanos);
            long shown = nextNanos - Math.floorMod(nextNanos, stepNanos);
            sink.counter(0, Math.round(joulesAt(shown) / JOULES_PER_COUNT));
            sink.gauge(1, STUCK_WATTS);
            sink.gauge(2, CELSIUS);
            sink.gauge(3, 3);
        }
    }

    @Override
    public void close() {}

    private record Change(long nanos, double joules, double watts) {}
}
