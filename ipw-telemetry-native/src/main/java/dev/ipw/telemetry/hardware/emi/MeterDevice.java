package dev.ipw.telemetry.hardware.emi;

import java.lang.foreign.MemorySegment;

/** One open energy meter, to which requests can be sent. A request allocates nothing. For one thread at a time. */
interface MeterDevice extends AutoCloseable {
    /** The maximum size of any answer. */
    int MAX_BYTES = 1 << 16;

    /**
     * Sends a request, and keeps the answer.
     *
     * @param code     the request's control code
     * @param capacity the maximum size of the answer in bytes, up to {@value #MAX_BYTES}
     * @return the size of the answer in bytes; below zero if it failed: Windows' number of the error, negated
     */
    int ask(int code, int capacity);

    /** Returns the memory of the answers; always the same. */
    MemorySegment answer();

    @Override
    void close();
}
