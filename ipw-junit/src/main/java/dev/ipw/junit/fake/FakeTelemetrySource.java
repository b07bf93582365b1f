package dev.ipw.junit.fake;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * A counter of the microjoules of a processor package with constant power, so that the joules of a window of a second
 * equal the package's watts. Readings have a timestamp each millisecond, so that a slow machine misses none.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class FakeTelemetrySource implements TelemetrySource {
    private static final double JOULES_PER_COUNT = 1e-6;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final Duration PERIOD = Duration.ofMillis(1);

    private final Sensor sensor = Sensor.energyCounter("package-0", Scope.PACKAGE, "fake package-0", JOULES_PER_COUNT,
            OptionalLong.empty());
    private final long startNanos = System.nanoTime();
    private final double watts;
    private long nextNanos = startNanos;

    /**
     * Starts counting.
     *
     * @param watts the power of the package, above zero
     */
    public FakeTelemetrySource(double watts) {
        if (!(watts > 0) || Double.isInfinite(watts)) {
            throw new IllegalArgumentException("A package draws more than 0 W, not " + watts);
        }
        this.watts = watts;
    }

    @Override
    public String id() {
        return "fake";
    }

    @Override
    public List<Sensor> sensors() {
        return List.of(sensor);
    }

    @Override
    public Duration period() {
        return PERIOD;
    }

    @Override
    public synchronized void sample(SampleSink sink) {
        for (long now = System.nanoTime(); nextNanos <= now && sink.hasRoom(); nextNanos += PERIOD.toNanos()) {
            sink.at(nextNanos, nextNanos);
            sink.counter(0, Math.round((nextNanos - startNanos) / NANOS_PER_SECOND * watts / JOULES_PER_COUNT));
        }
    }

    @Override
    public void close() {}
}
