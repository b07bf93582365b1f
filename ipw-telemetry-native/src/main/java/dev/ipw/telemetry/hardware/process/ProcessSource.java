package dev.ipw.telemetry.hardware.process;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.hardware.foreign.GatedSource;
import dev.ipw.telemetry.hardware.host.ProcessorTime;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The processor time of processes, read together with that of the whole machine. */
final class ProcessSource extends GatedSource {
    // The kernel counts hundredths of a second: a shorter period would show steps, not load.
    private static final Duration PERIOD = Duration.ofMillis(200);
    private static final int MACHINE = 0;
    private static final String GONE = "the system no longer reports the busy time of its processors";
    private static final String ENDED = "the process has ended, and so has all it started";

    private final ProcessorTime machine;
    private final List<Tree> processes;

    ProcessSource(ProcessorTime machine, List<Tree> processes) {
        super(ProcessProvider.ID, PERIOD, Stream.concat(
                Stream.of(Sensor.of("cpu", Scope.PACKAGE, Quantity.SYSTEM_CPU_TIME_NANOS,
                        "processor time of all processes, " + machine.source())),
                processes.stream().map(tree -> Sensor.of(tree.device(), Scope.PACKAGE,
                        Quantity.PROCESS_CPU_TIME_NANOS, tree.time().source())))
                .toList());
        this.machine = machine;
        this.processes = List.copyOf(processes);
    }

    @Override
    protected void read(SampleSink sink) {
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
    }

    @Override
    protected void release() {
        machine.close();
        processes.forEach(tree -> tree.time().close());
    }

    /**
     * A process with its children.
     *
     * @param device its permanent name
     * @param time   its processor time
     */
    record Tree(String device, ProcessTime time) {}
}
