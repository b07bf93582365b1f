package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

/** The energy counter of a driver that does not return it as a field. */
final class TotalEnergyCall extends DeviceCall {
    private final MemorySegment millijoules = Arena.ofAuto().allocate(JAVA_LONG);

    TotalEnergyCall(NvmlDevice device, Sensor sensor) {
        super(device, List.of(sensor));
    }

    @Override
    int ask() {
        return device().api().totalEnergy.call(device().handle(), millijoules);
    }

    @Override
    void deliver(SampleSink sink, int firstSensor) {
        sink.counter(firstSensor, millijoules.get(JAVA_LONG, 0));
    }
}
