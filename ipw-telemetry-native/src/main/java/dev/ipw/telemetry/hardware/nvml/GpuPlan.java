package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.hardware.nvml.NvmlStatus.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The calls that one GPU answers, and the reasons why others are not answered. */
final class GpuPlan {
    private final List<DeviceCall> calls = new ArrayList<>();
    private final List<String> read = new ArrayList<>();
    private final List<Unread> unread = new ArrayList<>();
    private Optional<NvmlStatus> refusal = Optional.empty();
    private long readingNanos;
    private boolean paced;

    /** Returns whether another call makes sense: it was answered, or is only late. */
    static boolean isUsable(NvmlStatus status) {
        return status.policy() == Policy.READ || status.policy() == Policy.LATER;
    }

    List<DeviceCall> calls() {
        return calls;
    }

    /** Lists the quantities that are read. */
    List<String> read() {
        return read;
    }

    List<Unread> unread() {
        return unread;
    }

    /** Records the duration of the planned readings. */
    void takes(long nanos) {
        readingNanos = nanos;
    }

    long readingNanos() {
        return readingNanos;
    }

    /** Adds a call that is known to work. */
    void take(String what, DeviceCall call) {
        calls.add(call);
        read.add(what);
    }

    /** Adds a counter that is read less often than the other sensors of its source. */
    void pace(DeviceCall counter, String what) {
        calls.add(counter);
        read.set(0, what);
        paced = true;
    }

    /** Returns whether the counter is read less often than the other sensors of its source. */
    boolean isPaced() {
        return paced;
    }

    /** Tries several ways to the same readings, best first, and adds the first that works. */
    void takeFirst(String what, List<DeviceCall> ways) {
        Optional<NvmlStatus> last = Optional.empty();
        for (DeviceCall way : ways) {
            NvmlStatus status = way.tryOnce();
            if (isUsable(status)) {
                take(what, way);
                return;
            }
            last = Optional.of(status);
        }
        refuse(what, last.orElseThrow());
    }

    /** Returns why the GPU cannot be read now, although it is present; empty if it can. */
    Optional<NvmlStatus> refusal() {
        return refusal;
    }

    /** Adds a call that will answer once the GPU, which cannot be read now, is readable. */
    void takeLate(DeviceCall call, NvmlStatus why) {
        calls.add(call);
        refusal = Optional.of(why);
    }

    void refuse(String what, NvmlStatus why) {
        unread.add(new Unread(what, why));
    }

    /**
     * A quantity that is not read.
     *
     * @param what the quantity in plain words
     * @param why  NVML's answer
     */
    record Unread(String what, NvmlStatus why) {}
}
