package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalInt;

import static java.lang.foreign.ValueLayout.JAVA_INT;

/** One unsigned number of 32 bits, from a function that returns nothing else. */
final class UnsignedCall extends DeviceCall {
    private final NvmlFunction function;
    private final boolean hasSelector;
    private final int selector;
    private final double scale;
    private final MemorySegment cell = Arena.ofAuto().allocate(JAVA_INT);

    /**
     * Prepares the call.
     *
     * @param selector the number to request among several; empty if the function takes no selector
     * @param scale    the size of one count in the sensor's unit
     */
    UnsignedCall(NvmlDevice device, NvmlFunction function, OptionalInt selector, Sensor sensor, double scale) {
        super(device, List.of(sensor));
        this.function = function;
        this.scale = scale;
        hasSelector = selector.isPresent();
        this.selector = selector.orElse(0);
    }

    @Override
    int ask() {
        return hasSelector
                ? function.call(device().handle(), selector, cell)
                : function.call(device().handle(), cell);
    }

    @Override
    void deliver(SampleSink sink, int firstSensor) {
        sink.gauge(firstSensor, Integer.toUnsignedLong(cell.get(JAVA_INT, 0)) * scale);
    }
}
