package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.energy.ThrottleReason;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

/**
 * The reasons that limit the clocks, without those that are not throttling: idling, clocks that a user set, a display.
 */
final class ThrottleCall extends DeviceCall {
    private static final long SOFTWARE_POWER_CAP = 0x4;
    private static final long HARDWARE_SLOWDOWN = 0x8;
    private static final long SOFTWARE_THERMAL = 0x20;
    private static final long HARDWARE_THERMAL = 0x40;
    private static final long POWER_BRAKE = 0x80;

    private final MemorySegment reasons = Arena.ofAuto().allocate(JAVA_LONG);

    ThrottleCall(NvmlDevice device, Sensor sensor) {
        super(device, List.of(sensor));
    }

    @Override
    int ask() {
        return device().api().eventReasons.call(device().handle(), reasons);
    }

    @Override
    void deliver(SampleSink sink, int firstSensor) {
        sink.gauge(firstSensor, (double) masks(reasons.get(JAVA_LONG, 0)));
    }

    /** Converts NVML's bits into the sum of {@link ThrottleReason#mask()}. */
    static long masks(long bits) {
        return mask(bits, SOFTWARE_POWER_CAP, ThrottleReason.POWER_CAP)
                + mask(bits, POWER_BRAKE, ThrottleReason.POWER_BRAKE)
                + mask(bits, SOFTWARE_THERMAL, ThrottleReason.THERMAL)
                + mask(bits, HARDWARE_THERMAL, ThrottleReason.HARDWARE_THERMAL)
                + mask(bits, HARDWARE_SLOWDOWN, ThrottleReason.HARDWARE_SLOWDOWN);
    }

    private static long mask(long bits, long bit, ThrottleReason reason) {
        return (bits & bit) == 0 ? 0 : reason.mask();
    }
}
