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

/** The count of the processes that compute or draw on the GPU; one that does both counts once. */
final class ProcessCall extends DeviceCall {
    static final StructLayout LAYOUT = MemoryLayout.structLayout(JAVA_INT.withName("pid"),
            MemoryLayout.paddingLayout(Integer.BYTES), JAVA_LONG.withName("usedGpuMemory"),
            JAVA_INT.withName("gpuInstanceId"), JAVA_INT.withName("computeInstanceId")).withName("process_info");
    static final StructLayout OLD_LAYOUT = MemoryLayout.structLayout(JAVA_INT.withName("pid"),
            MemoryLayout.paddingLayout(Integer.BYTES), JAVA_LONG.withName("usedGpuMemory")).withName("process_info_v1");
    private static final long PID = LAYOUT.byteOffset(PathElement.groupElement("pid"));

    private final ProcessList compute;
    private final ProcessList graphics;

    ProcessCall(NvmlDevice device, Sensor sensor) {
        super(device, List.of(sensor));
        compute = new ProcessList(device.api().computeProcesses);
        graphics = new ProcessList(device.api().graphicsProcesses);
    }

    @Override
    int ask() {
        int code = compute.ask(device().handle());
        return code == NvmlStatus.SUCCESS.code() ? graphics.ask(device().handle()) : code;
    }

    @Override
    void deliver(SampleSink sink, int firstSensor) {
        int count = compute.count();
        for (int i = 0; i < graphics.count(); i++) {
            count += compute.contains(graphics.pid(i)) ? 0 : 1;
        }
        sink.gauge(firstSensor, count);
    }

    /** One of the two lists. Its memory grows when the list does. */
    private static final class ProcessList {
        private static final int FIRST_ROOM = 64;
        private static final int MAX_ROOM = 4096;
        // New processes may start between two calls.
        private static final int SPARE_ROOM = 16;

        private final NvmlFunction function;
        private final long stride;
        private final MemorySegment size = Arena.ofAuto().allocate(JAVA_INT);
        private MemorySegment entries;
        private int room = FIRST_ROOM;

        ProcessList(NvmlFunction function) {
            this.function = function;
            stride = function.symbol().endsWith("Processes") ? OLD_LAYOUT.byteSize() : LAYOUT.byteSize();
            entries = Arena.ofAuto().allocate(room * stride, JAVA_LONG.byteAlignment());
        }

        int ask(long device) {
            int code = askOnce(device);
            int needed = count();
            if (code == NvmlStatus.INSUFFICIENT_SIZE.code() && needed > room && needed <= MAX_ROOM) {
                room = needed + SPARE_ROOM;
                entries = Arena.ofAuto().allocate(room * stride, JAVA_LONG.byteAlignment());
                code = askOnce(device);
            }
            return code;
        }

        private int askOnce(long device) {
            size.set(JAVA_INT, 0, room);
            return function.call(device, size, entries);
        }

        int count() {
            return size.get(JAVA_INT, 0);
        }

        int pid(int index) {
            return entries.get(JAVA_INT, index * stride + PID);
        }

        boolean contains(int pid) {
            for (int i = 0; i < count(); i++) {
                if (pid(i) == pid) {
                    return true;
                }
            }
            return false;
        }
    }
}
