package dev.ipw.telemetry.hardware;

import com.sun.management.ThreadMXBean;
import dev.ipw.junit.contract.TelemetrySourceContract;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.TelemetrySource;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The published contract of a source, and the promise of hardware's sources that a warm sampler allocates nothing. */
public abstract class HardwareSourceContract extends TelemetrySourceContract {
    private static final int TICKS = 5_000;

    @Test
    void allocatesNothingOnceWarm() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        SampleSink sink = new QuietSink();
        try (TelemetrySource source = source()) {
            long bytes = Long.MAX_VALUE;
            // When it is warm is for the compiler to say; a source that always allocates runs into the suite's own limit.
            while (bytes >= TICKS) {
                assertThat(Thread.currentThread().isInterrupted()).as("%d bytes in %d ticks", bytes, TICKS).isFalse();
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < TICKS; i++) {
                    source.sample(sink);
                }
                bytes = threads.getCurrentThreadAllocatedBytes() - before;
            }
        }
    }

    /** A sink that forgets. */
    private static final class QuietSink implements SampleSink {
        @Override
        public void counter(int sensor, long counts) {}

        @Override
        public void gauge(int sensor, double value) {}

        @Override
        public void lost(int sensor, String reason) {}
    }
}
