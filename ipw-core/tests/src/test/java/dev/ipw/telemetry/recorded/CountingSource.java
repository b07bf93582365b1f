package dev.ipw.telemetry.recorded;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;

/** Count joules in uneven steps, and let a test wait for some of them. */
final class CountingSource implements TelemetrySource {
    private final String id;
    private final Scope scope;
    private final CountDownLatch left;
    private long counts;
    private long state = 7;

    CountingSource(String id, Scope scope, int ticks) {
        this.id = id;
        this.scope = scope;
        left = new CountDownLatch(ticks);
    }

    void awaitTicks() throws InterruptedException {
        left.await();
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public List<Sensor> sensors() {
        return List.of(Sensor.energyCounter(id + "-0", scope, "test " + id, 1e-5, OptionalLong.of(1L << 40)),
                Sensor.of(id + "-0", scope, Quantity.UTILIZATION_PERCENT, "test load"));
    }

    @Override
    public Duration period() {
        return Duration.ofMillis(1);
    }

    @Override
    public void sample(SampleSink sink) {
        state = state * 6_364_136_223_846_793_005L + 1;
        counts += Math.floorMod(state >>> 33, 5000L);
        sink.counter(0, counts);
        sink.gauge(1, (double) (counts % 100));
        left.countDown();
    }

    @Override
    public void close() {}
}
