package dev.ipw.telemetry.hardware.process;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.foreign.CloseGate;
import dev.ipw.telemetry.hardware.host.ProcessorTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Read the processor time of processes together with that of the whole machine. */
final class ProcessSource implements TelemetrySource {
    // The kernel counts hundredths of a second: a shorter period would see steps, not load.
    private static final Duration PERIOD = Duration.ofMillis(200);
    private static final int MACHINE = 0;
    private static final String GONE = "the system no longer says how long its processors were busy";
    private static final String ENDED = "the process has ended, and so has all it started";

    private final ProcessorTime machine;
    private final List<Tree> processes;
    private final List<Sensor> sensors = new ArrayList<>();
    private final CloseGate gate = new CloseGate();

    ProcessSource(ProcessorTime machine, List<Tree> processes) {
        this.machine = machine;
        this.processes = List.copyOf(processes);
        sensors.add(Sensor.of("cpu", Scope.PACKAGE, Quantity.SYSTEM_CPU_TIME_NANOS,
                "processor time of all processes, " + machine.source()));
        processes.forEach(tree -> sensors.add(Sensor.of(tree.device(), Scope.PACKAGE, Quantity.PROCESS_CPU_TIME_NANOS,
                tree.time().source())));
    }

    @Override
    public String id() {
        return ProcessProvider.ID;
    }

    @Override
    public List<Sensor> sensors() {
        return List.copyOf(sensors);
    }

    @Override
    public Duration period() {
        return PERIOD;
    }

    @Override
    public void sample(SampleSink sink) {
        if (!gate.enter()) {
            return;
        }
        if (machine.read()) {
            sink.counter(MACHINE, machine.busyNanos());
        } else {
            sink.lost(MACHINE, GONE);
        }
        for (int i = 0; i < processes.size(); i++) {
            ProcessTime time = processes.get(i).time();
            if (time.read()) {
                sink.counter(1 + i, time.cpuNanos());
            } else {
                sink.lost(1 + i, ENDED);
            }
        }
        if (gate.leave()) {
            release();
        }
    }

    @Override
    public void close() {
        if (gate.close()) {
            release();
        }
    }

    private void release() {
        machine.close();
        processes.forEach(tree -> tree.time().close());
    }

    /**
     * Name a process with all it started.
     *
     * @param device its lasting name
     * @param time   its processor time
     */
    record Tree(String device, ProcessTime time) {}
}
