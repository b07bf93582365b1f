package dev.ipw.telemetry.hardware.amd;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** One getter of ROCm SMI for one device, with its arguments bound. */
final class RocmNumber implements RawNumber {
    private final MethodHandle getter;
    private final MemorySegment result;
    private RocmSmiStatus status = RocmSmiStatus.SUCCESS;

    /**
     * Binds a getter.
     *
     * @param getter a handle that takes no more arguments and returns a code
     * @param result the memory for its number: 4 or 8 bytes
     */
    RocmNumber(MethodHandle getter, MemorySegment result) {
        this.getter = getter;
        this.result = result;
    }

    @Override
    public boolean read() {
        status = RocmSmiStatus.of(RocmSmi.call(getter));
        return status == RocmSmiStatus.SUCCESS;
    }

    @Override
    public long value() {
        return result.byteSize() == Integer.BYTES
                ? Integer.toUnsignedLong(result.get(ValueLayout.JAVA_INT, 0))
                : result.get(ValueLayout.JAVA_LONG, 0);
    }

    @Override
    public String reason() {
        return status.lossReason();
    }

    /** Returns whether the last reading failed although the device has the sensor. */
    boolean mayComeBack() {
        return status.policy() == RocmSmiStatus.Policy.AGAIN || status.policy() == RocmSmiStatus.Policy.LOST;
    }

    @Override
    public void close() {
        // The session shuts the library down.
    }
}
