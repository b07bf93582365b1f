package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.hardware.nvml.NvmlStatus.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collect for one GPU the calls that it answers, and say of the others why not. */
final class GpuPlan {
    private final List<DeviceCall> calls = new ArrayList<>();
    private final List<String> read = new ArrayList<>();
    private final List<Unread> unread = new ArrayList<>();
    private Optional<NvmlStatus> refusal = Optional.empty();
    private long readingNanos;

    /** Returns whether asking again makes sense: it was answered, or is only late. */
    static boolean isUsable(NvmlStatus status) {
        return status.policy() == Policy.READ || status.policy() == Policy.LATER;
    }

    List<DeviceCall> calls() {
        return calls;
    }

    /** Names what is read. */
    List<String> read() {
        return read;
    }

    List<Unread> unread() {
        return unread;
    }

    /** Notes how long it takes to read what is planned. */
    void takes(long nanos) {
        readingNanos = nanos;
    }

    long readingNanos() {
        return readingNanos;
    }

    /** Takes a call that is known to work. */
    void take(String what, DeviceCall call) {
        calls.add(call);
        read.add(what);
    }

    /** Tries several ways to the same readings, best first, and takes the first that works. */
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

    /** Returns why nothing can be read of the GPU now, though it is there; empty if it can. */
    Optional<NvmlStatus> refusal() {
        return refusal;
    }

    /** Takes a call that will answer once the GPU can be read, which it cannot now. */
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
     * @param what in words
     * @param why  what NVML answered
     */
    record Unread(String what, NvmlStatus why) {}
}
