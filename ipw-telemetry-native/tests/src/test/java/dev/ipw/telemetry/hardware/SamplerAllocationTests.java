package dev.ipw.telemetry.hardware;

import com.sun.management.ThreadMXBean;
import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.Watch;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class SamplerAllocationTests {
    private static final int TICKS = 10_000;
    // Three numbers of each sample are kept for two sensors, in chunks: one of each may begin within the ticks.
    private static final long KEPT_BYTES = 2 * (3 * Long.BYTES * (TICKS + 4096) + 100);
    private static final long MAX_BYTES = KEPT_BYTES + 4L * TICKS;

    @Test
    void aTickKeepsItsSampleAndAllocatesNothingElse() throws InterruptedException {
        CountingSource source = new CountingSource();
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).collectors("none").source(source)
                .open(); Watch _ = session.watch()) {
            source.done.await();
            assertThat(session.deviceSeries()).hasSize(1);
        }
        assertThat(source.allocatedBytes).isPositive().isLessThan(MAX_BYTES);
    }

    /** Measure what the thread that samples it allocates in a round of ticks, until a round is small enough. */
    private static final class CountingSource implements TelemetrySource {
        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private final CountDownLatch done = new CountDownLatch(1);
        private int ticks;
        private long roundBeganBytes;
        private long allocatedBytes;

        @Override
        public String id() {
            return "counting";
        }

        @Override
        public List<Sensor> sensors() {
            return List.of(Sensor.energyCounter("package-0", Scope.PACKAGE, "test", 1e-6, OptionalLong.empty()),
                    Sensor.of("package-0", Scope.PACKAGE, Quantity.TEMPERATURE_CELSIUS, "test"));
        }

        @Override
        public Duration period() {
            return Duration.ofNanos(1_000);
        }

        @Override
        public void sample(SampleSink sink) {
            ticks++;
            sink.counter(0, ticks);
            sink.gauge(1, 40 + ticks % 7);
            if (done.getCount() > 0 && ticks % TICKS == 0) {
                long now = threads.getCurrentThreadAllocatedBytes();
                allocatedBytes = now - roundBeganBytes;
                roundBeganBytes = now;
                // When it is warm is for the compiler to say: a sampler that always allocates runs into the suite's own limit.
                if (ticks > TICKS && allocatedBytes < MAX_BYTES) {
                    done.countDown();
                }
            }
        }

        @Override
        public void close() {
            done.countDown();
        }
    }
}
