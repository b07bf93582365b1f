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

/** The temperature of the GPU's die; drivers before R570 have another function for it. */
final class TemperatureCall extends DeviceCall {
    static final StructLayout LAYOUT = MemoryLayout.structLayout(JAVA_INT.withName("version"),
            JAVA_INT.withName("sensorType"), JAVA_INT.withName("temperature")).withName("temperature_v1");
    private static final int VERSION = (int) LAYOUT.byteSize() | 1 << 24;
    private static final long TEMPERATURE = LAYOUT.byteOffset(PathElement.groupElement("temperature"));

    private final MemorySegment answer = Arena.ofAuto().allocate(LAYOUT);

    TemperatureCall(NvmlDevice device, Sensor sensor) {
        super(device, List.of(sensor));
        // Sensor 0 is the die; the memory is zero already.
        answer.set(JAVA_INT, 0, VERSION);
    }

    @Override
    int ask() {
        return device().api().temperature.call(device().handle(), answer);
    }

    @Override
    void deliver(SampleSink sink, int firstSensor) {
        sink.gauge(firstSensor, answer.get(JAVA_INT, TEMPERATURE));
    }
}
