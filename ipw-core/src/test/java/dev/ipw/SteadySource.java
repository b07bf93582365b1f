package dev.ipw;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;

/** Counts the microjoules of a package that draws the same watts all the time. */
final class SteadySource implements TelemetrySource {
    static final double WATTS = 50;
    private static final double JOULES_PER_COUNT = 1e-6;
    private final long startNanos = System.nanoTime();
    private final CountDownLatch readAfterLoss = new CountDownLatch(2);
    private volatile boolean lost;

    /** Lose the sensor, and wait until a session has noticed. */
    void lose() throws InterruptedException {
        lost = true;
        readAfterLoss.await();
    }

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
        if (lost) {
            sink.lost(0, "somebody pulled the plug");
            readAfterLoss.countDown();
            return;
        }
        sink.counter(0, Math.round((System.nanoTime() - startNanos) / 1e9 * WATTS / JOULES_PER_COUNT));
    }

    @Override
    public void close() {}
}
