package dev.ipw.telemetry.hardware.emi;

import java.lang.foreign.MemorySegment;

/** Ask one open energy meter. Asking allocates nothing. For one thread at a time. */
interface MeterDevice extends AutoCloseable {
    /** The largest answer that any question has. */
    int MOST_BYTES = 1 << 16;

    /**
     * Asks, and keep the answer.
     *
     * @param code     the question's control code
     * @param capacity the most bytes that the answer may have, up to {@value #MOST_BYTES}
     * @return how many bytes came; below zero if it failed: Windows' number of the error, negated
     */
    int ask(int code, int capacity);

    /** Returns the room in which answers lie; always the same. */
    MemorySegment answer();

    @Override
    void close();
}
