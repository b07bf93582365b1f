package dev.ipw.junit.contract;

import dev.ipw.internal.io.FailureText;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The contract between a sampler and a {@link TelemetrySource}: stable sensors, readings of the right kind, counters
 * that do not decrease, and no readings after its close.
 *
 * <pre>{@code
 * class WallMeterTests extends TelemetrySourceContract {
 *     protected TelemetrySource source() {
 *         return new WallMeter(recordedSerialPort());
 *     }
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public abstract class TelemetrySourceContract {
    private static final int READINGS = 100;
    private static final int MAX_READINGS = 100_000;

    /** Creates the contract of a subclass's source. */
    protected TelemetrySourceContract() {}

    /**
     * Opens the source. The test closes it.
     *
     * @return a source whose sensors all work
     * @throws Exception if it cannot be opened, which fails the test
     */
    protected abstract TelemetrySource source() throws Exception;

    @Test
    void listsTheSameSensorsEachTimeWithAPositivePeriod() throws Exception {
        try (TelemetrySource source = source()) {
            assertTrue(source.id().matches("[a-z][a-z0-9-]*"), "id() is '" + source.id() + "'");
            assertFalse(source.sensors().isEmpty(), "a source without sensors is not worth opening");
            assertEquals(source.sensors(), source.sensors(), "sensors() changed");
            assertTrue(source.period().isPositive() && source.shortestPeriod().isPositive(),
                    "a period is not positive");
            assertTrue(source.shortestPeriod().compareTo(source.period()) <= 0, "shortestPeriod() is above period()");
        }
    }

    @Test
    void readsEverySensorByItsKind() throws Exception {
        try (TelemetrySource source = source()) {
            KindCheck check = new KindCheck(source.sensors());
            for (int i = 0; check.seen.size() < source.sensors().size() && i < MAX_READINGS; i++) {
                source.sample(check);
            }

            assertEquals(source.sensors().size(), check.seen.size(), "a sensor was never read");
        }
    }

    @Test
    void letsNoCounterFall() throws Exception {
        try (TelemetrySource source = source()) {
            long[] last = new long[source.sensors().size()];
            for (int i = 0; i < READINGS; i++) {
                source.sample(new QuietSink() {
                    @Override
                    public void counter(int sensor, long counts) {
                        OptionalLong range = source.sensors().get(sensor).counterRange();
                        assertTrue(range.isEmpty() || (counts >= 0 && counts < range.getAsLong()),
                                "counter " + sensor + " reads " + counts + ", outside its range " + range);
                        assertTrue(range.isPresent() || counts >= last[sensor],
                                "counter " + sensor + " fell from " + last[sensor] + " to " + counts);
                        last[sensor] = counts;
                    }
                });
            }
        }
    }

    @Test
    void closesTwiceAndStaysQuietAfterwards() throws Exception {
        TelemetrySource source = source();
        source.close();
        source.close();
        source.sample(new QuietSink());
    }

    @Test
    void endsQuietlyWhenItIsClosedWhileItIsSampled() throws Exception {
        TelemetrySource source = source();
        CountDownLatch sampled = new CountDownLatch(1);
        AtomicBoolean stop = new AtomicBoolean();
        AtomicReference<String> failure = new AtomicReference<>("");
        Thread sampler = Thread.ofPlatform().daemon().start(() -> {
            try {
                while (!stop.get()) {
                    source.sample(new QuietSink());
                    sampled.countDown();
                }
            } catch (RuntimeException broken) {
                failure.set(FailureText.of(broken));
                sampled.countDown();
            }
        });
        sampled.await();
        source.close();
        stop.set(true);
        sampler.join();

        assertEquals("", failure.get(), "sample() threw when the source was closed");
    }

    /** A sink that discards readings. */
    private static class QuietSink implements SampleSink {
        @Override
        public void counter(int sensor, long counts) {}

        @Override
        public void gauge(int sensor, double value) {}

        @Override
        public void lost(int sensor, String reason) {}
    }

    private static final class KindCheck implements SampleSink {
        private final List<Sensor> sensors;
        private final Set<Integer> seen = new HashSet<>();

        KindCheck(List<Sensor> sensors) {
            this.sensors = sensors;
        }

        @Override
        public void counter(int sensor, long counts) {
            assertTrue(sensors.get(sensor).quantity().isCounter(),
                    "counter() was called for a gauge, sensor " + sensor);
            seen.add(sensor);
        }

        @Override
        public void gauge(int sensor, double value) {
            assertFalse(sensors.get(sensor).quantity().isCounter(),
                    "gauge() was called for a counter, sensor " + sensor);
            assertTrue(Double.isFinite(value), "sensor " + sensor + " reads " + value + "; call lost() for no value");
            seen.add(sensor);
        }

        @Override
        public void lost(int sensor, String reason) {
            throw new AssertionError("sensor " + sensor + " was lost: " + reason);
        }
    }
}
