package dev.ipw.telemetry.hardware.host;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.hardware.HardwareSource;
import java.time.Duration;
import java.util.List;

/** The load of the processors since the tick before, and the memory in use. */
final class HostSource extends HardwareSource {
    // The kernel counts hundredths of a second: a shorter period would show steps, not load.
    private static final Duration PERIOD = Duration.ofMillis(200);
    private static final int UTILIZATION = 0;
    private static final int MEMORY_USED = 1;
    private static final int MEMORY_TOTAL = 2;
    private static final double PERCENT = 100;
    private static final String GONE = "the system no longer says";

    private final ProcessorTime processors;
    private final MemoryUse memory;
    private boolean begun;
    private long previousBusyNanos;
    private long previousTotalNanos;

    HostSource(ProcessorTime processors, MemoryUse memory) {
        super(HostProvider.ID, PERIOD, List.of(
                Sensor.of("cpu", Scope.PACKAGE, Quantity.UTILIZATION_PERCENT,
                        "host processor load, " + processors.source()),
                Sensor.of("memory", Scope.DRAM, Quantity.MEMORY_USED_BYTES, "host memory in use, " + memory.source()),
                Sensor.of("memory", Scope.DRAM, Quantity.MEMORY_TOTAL_BYTES, "host memory, " + memory.source())));
        this.processors = processors;
        this.memory = memory;
    }

    @Override
    public void sample(SampleSink sink) {
        sampleLoad(sink);
        if (memory.read()) {
            sink.gauge(MEMORY_USED, (double) memory.usedBytes());
            sink.gauge(MEMORY_TOTAL, (double) memory.totalBytes());
        } else {
            sink.lost(MEMORY_USED, GONE);
            sink.lost(MEMORY_TOTAL, GONE);
        }
    }

    private void sampleLoad(SampleSink sink) {
        if (!processors.read()) {
            sink.lost(UTILIZATION, GONE);
            return;
        }
        long busy = processors.busyNanos() - previousBusyNanos;
        long total = processors.totalNanos() - previousTotalNanos;
        previousBusyNanos = processors.busyNanos();
        previousTotalNanos = processors.totalNanos();
        if (begun && total > 0) {
            sink.gauge(UTILIZATION, Math.clamp(PERCENT * busy / total, 0, PERCENT));
        }
        begun = true;
    }

    @Override
    public void close() {
        processors.close();
        memory.close();
    }
}
