package dev.ipw.testing;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;

/** A counter that rises evenly. Each tick brings all readings since the last one, so that a late tick leaves no gap. */
public final class SteadySource implements TelemetrySource {
    private static final Duration PERIOD = Duration.ofMillis(2);
    private static final double NANOS_PER_SECOND = 1e9;

    private final String id;
    private final Sensor counter;
    private final double countsPerSecond;
    private final long startNanos = System.nanoTime();
    private long nextNanos = startNanos;

    /** Starts counting. */
    public SteadySource(String id, Sensor counter, double countsPerSecond) {
        this.id = id;
        this.counter = counter;
        this.countsPerSecond = countsPerSecond;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public List<Sensor> sensors() {
        return List.of(counter);
    }

    @Override
    public Duration period() {
        return PERIOD;
    }

    @Override
    public synchronized void sample(SampleSink sink) {
        for (long now = System.nanoTime(); nextNanos - now <= 0 && sink.hasRoom(); nextNanos += PERIOD.toNanos()) {
            sink.at(nextNanos, nextNanos);
            sink.counter(0, Math.round((nextNanos - startNanos) / NANOS_PER_SECOND * countsPerSecond));
        }
    }

    @Override
    public void close() {}
}
