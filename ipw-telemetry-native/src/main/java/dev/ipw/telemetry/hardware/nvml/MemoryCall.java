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
import static java.lang.foreign.ValueLayout.JAVA_LONG;

/**
 * The GPU's used and total memory. Drivers before R510 only have the older form, in which memory reserved by the driver
 * counts as used.
 */
final class MemoryCall extends DeviceCall {
    static final StructLayout LAYOUT = MemoryLayout.structLayout(JAVA_INT.withName("version"),
            MemoryLayout.paddingLayout(Integer.BYTES), JAVA_LONG.withName("total"), JAVA_LONG.withName("reserved"),
            JAVA_LONG.withName("free"), JAVA_LONG.withName("used")).withName("memory_v2");
    static final StructLayout OLD_LAYOUT = MemoryLayout
            .structLayout(JAVA_LONG.withName("total"), JAVA_LONG.withName("free"), JAVA_LONG.withName("used"))
            .withName("memory");
    private static final int VERSION = (int) LAYOUT.byteSize() | 2 << 24;

    private final NvmlFunction function;
    private final MemorySegment answer;
    private final long used;
    private final long total;

    /** Prepares the call in its newer or its older form. */
    MemoryCall(NvmlDevice device, boolean old, Sensor used, Sensor total) {
        super(device, List.of(used, total));
        StructLayout layout = old ? OLD_LAYOUT : LAYOUT;
        function = old ? device.api().memoryOfOldDrivers : device.api().memory;
        answer = Arena.ofAuto().allocate(layout);
        this.used = layout.byteOffset(PathElement.groupElement("used"));
        this.total = layout.byteOffset(PathElement.groupElement("total"));
        if (!old) {
            answer.set(JAVA_INT, 0, VERSION);
        }
    }

    @Override
    int ask() {
        return function.call(device().handle(), answer);
    }

    @Override
    void deliver(SampleSink sink, int firstSensor) {
        sink.gauge(firstSensor, (double) answer.get(JAVA_LONG, used));
        sink.gauge(firstSensor + 1, (double) answer.get(JAVA_LONG, total));
    }
}
