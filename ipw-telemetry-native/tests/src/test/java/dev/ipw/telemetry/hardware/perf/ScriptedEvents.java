package dev.ipw.telemetry.hardware.perf;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntBinaryOperator;

/** Open events as a test says: by their number and processor, with a descriptor of its own or an error. */
final class ScriptedEvents implements PerfEvents {
    private final IntBinaryOperator error;
    private final List<String> opened = new ArrayList<>();
    private final Set<Integer> open = new HashSet<>();
    private final Set<Integer> gone = new HashSet<>();
    private long count;

    ScriptedEvents() {
        this((config, processor) -> 0);
    }

    /** @param error gives the number of the error for an event on a processor, or zero */
    ScriptedEvents(IntBinaryOperator error) {
        this.error = error;
    }

    List<String> opened() {
        return opened;
    }

    int stillOpen() {
        return open.size();
    }

    void lose(int descriptor) {
        gone.add(descriptor);
    }

    @Override
    public int open(int type, long config, int processor) {
        int failed = error.applyAsInt((int) config, processor);
        if (failed != 0) {
            return -failed;
        }
        opened.add(type + "/" + config + "@" + processor);
        int descriptor = 100 + opened.size();
        open.add(descriptor);
        return descriptor;
    }

    @Override
    public boolean read(int descriptor) {
        count = descriptor * 1_000L;
        return open.contains(descriptor) && !gone.contains(descriptor);
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public void close(int descriptor) {
        if (!open.remove(descriptor)) {
            throw new IllegalStateException(descriptor + " is not open");
        }
    }
}
