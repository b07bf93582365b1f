package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;

import static java.lang.foreign.ValueLayout.JAVA_INT;

/** The share of time in which the GPU, and its memory controller, were busy during NVML's last sampling period. */
final class UtilizationCall extends DeviceCall {
    static final StructLayout LAYOUT = MemoryLayout.structLayout(JAVA_INT.withName("gpu"), JAVA_INT.withName("memory"))
            .withName("utilization");
    private static final long GPU = LAYOUT.byteOffset(PathElement.groupElement("gpu"));
    private static final long MEMORY = LAYOUT.byteOffset(PathElement.groupElement("memory"));

    private final MemorySegment rates = Arena.ofAuto().allocate(LAYOUT);

    UtilizationCall(NvmlDevice device, Sensor gpu, Sensor memory) {
        super(device, List.of(gpu, memory));
    }

    @Override
    int ask() {
        return device().api().utilization.call(device().handle(), rates);
    }

    @Override
    void deliver(SampleSink sink, int firstSensor) {
        sink.gauge(firstSensor, rates.get(JAVA_INT, GPU));
        sink.gauge(firstSensor + 1, rates.get(JAVA_INT, MEMORY));
    }
}
