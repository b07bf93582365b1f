package dev.ipw.telemetry.hardware;

import com.sun.management.ThreadMXBean;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.ThrowingConsumer;

import static org.assertj.core.api.Assertions.assertThat;

/** Check what every source promises to the session that samples it. */
public final class TelemetrySourceContract {
    private static final int TICKS = 5_000;
    private static final int MOST_ROUNDS = 50;

    private TelemetrySourceContract() {}

    /** Make one test of each promise, each with a source of its own. */
    public static Stream<DynamicTest> tests(Callable<TelemetrySource> open) {
        return Stream.of(
                test("listsTheSameSensorsEachTimeWithAPositivePeriod", open, TelemetrySourceContract::listsTheSame),
                test("readsEverySensorByTheRightKind", open, TelemetrySourceContract::readsEverySensor),
                test("countsNeverFall", open, TelemetrySourceContract::countsNeverFall),
                test("closesTwiceAndStaysQuietAfterwards", open, TelemetrySourceContract::closesTwice),
                test("endsQuietlyWhenClosedWhileItIsSampled", open, TelemetrySourceContract::endsQuietly),
                test("allocatesNothingOnceWarm", open, TelemetrySourceContract::allocatesNothing));
    }

    private static DynamicTest test(String promise, Callable<TelemetrySource> open,
            ThrowingConsumer<TelemetrySource> check) {
        return DynamicTest.dynamicTest(promise, () -> {
            try (TelemetrySource source = open.call()) {
                check.accept(source);
            }
        });
    }

    private static void listsTheSame(TelemetrySource source) {
        assertThat(source.id()).matches("[a-z][a-z0-9-]*");
        assertThat(source.sensors()).isNotEmpty().isEqualTo(source.sensors());
        assertThat(source.period()).isPositive();
    }

    private static void readsEverySensor(TelemetrySource source) {
        KindCheck check = new KindCheck(source.sensors());
        // A busy share is known once the kernel's clock has ticked between two readings.
        for (int i = 0; check.seen.size() < source.sensors().size() && i < 100_000; i++) {
            source.sample(check);
        }
        assertThat(check.seen).hasSameSizeAs(source.sensors());
    }

    private static void countsNeverFall(TelemetrySource source) {
        long[] last = new long[source.sensors().size()];
        for (int i = 0; i < 100; i++) {
            source.sample(new QuietSink() {
                @Override
                public void counter(int sensor, long counts) {
                    assertThat(counts).isGreaterThanOrEqualTo(last[sensor]);
                    last[sensor] = counts;
                }
            });
        }
    }

    private static void closesTwice(TelemetrySource source) {
        source.close();
        source.close();
        source.sample(new QuietSink());
    }

    private static void endsQuietly(TelemetrySource source) throws InterruptedException {
        CountDownLatch sampled = new CountDownLatch(1);
        AtomicReference<String> failure = new AtomicReference<>("");
        AtomicBoolean stop = new AtomicBoolean();
        Thread sampler = Thread.ofPlatform().start(() -> {
            try {
                while (!stop.get()) {
                    source.sample(new QuietSink());
                    sampled.countDown();
                }
            } catch (RuntimeException broken) {
                failure.set(broken.toString());
                sampled.countDown();
            }
        });
        sampled.await();
        source.close();
        stop.set(true);
        sampler.join();
        assertThat(failure.get()).isEmpty();
    }

    private static void allocatesNothing(TelemetrySource source) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        SampleSink sink = new QuietSink();
        long bytes = 0;
        // When it is warm is for the compiler to say, which has little time on a machine that is busy.
        for (int round = 0; round < MOST_ROUNDS && (round == 0 || bytes >= TICKS); round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < TICKS; i++) {
                source.sample(sink);
            }
            bytes = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(bytes / TICKS).isEqualTo(0);
    }

    /** Take readings and forget them. */
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
            assertThat(sensors.get(sensor).quantity().isCounter()).isTrue();
            seen.add(sensor);
        }

        @Override
        public void gauge(int sensor, double value) {
            assertThat(sensors.get(sensor).quantity().isCounter()).isFalse();
            assertThat(value).isFinite();
            seen.add(sensor);
        }

        @Override
        public void lost(int sensor, String reason) {
            throw new AssertionError("Sensor " + sensor + " was lost: " + reason);
        }
    }
}
