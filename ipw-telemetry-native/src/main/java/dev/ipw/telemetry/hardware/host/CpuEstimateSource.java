package dev.ipw.telemetry.hardware.host;

import com.sun.management.OperatingSystemMXBean;
import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetryWindow;
import dev.ipw.telemetry.hardware.HardwareSource;
import java.time.Duration;
import java.util.List;

/** The source of the processor time for an estimate of the package's energy. */
final class CpuEstimateSource extends HardwareSource {
    private static final Duration PERIOD = Duration.ofMillis(20);
    private static final int SYSTEM_TIME = 0;
    private static final int PROCESSORS = 1;
    private static final int PROCESS_TIME = 2;
    private static final String GONE = "the system no longer reports the busy time of its processors";

    private final ProcessorTime processors;
    private final OperatingSystemMXBean system;

    CpuEstimateSource(ProcessorTime processors, OperatingSystemMXBean system) {
        super(CpuEstimateProvider.ID, PERIOD,
                List.of(Sensor.of("cpu", Scope.PACKAGE, Quantity.SYSTEM_CPU_TIME_NANOS, processors.source()),
                        Sensor.of("cpu", Scope.PACKAGE, Quantity.LOGICAL_PROCESSORS, processors.source()),
                        Sensor.of(TelemetryWindow.THIS_PROCESS, Scope.PACKAGE, Quantity.PROCESS_CPU_TIME_NANOS,
                                "the JVM's own processor time")));
        this.processors = processors;
        this.system = system;
    }

    @Override
    public void sample(SampleSink sink) {
        if (processors.read()) {
            sink.counter(SYSTEM_TIME, processors.busyNanos());
            sink.gauge(PROCESSORS, processors.logicalProcessors());
        } else {
            sink.lost(SYSTEM_TIME, GONE);
        }
        long processNanos = system.getProcessCpuTime();
        if (processNanos >= 0) {
            sink.counter(PROCESS_TIME, processNanos);
        }
    }

    @Override
    public void close() {
        processors.close();
    }
}
