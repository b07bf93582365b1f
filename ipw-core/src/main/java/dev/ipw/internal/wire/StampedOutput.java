package dev.ipw.internal.wire;

import java.io.IOException;
import java.io.OutputStream;

/** Write bytes, and tell when the last of them were handed over. */
abstract class StampedOutput extends OutputStream {
    /**
     * Returns when the last bytes were handed over: right before the call that took them. A server on the same machine
     * is woken within that call, and may have answered before the thread that wrote runs again.
     *
     * @return that moment, as {@link System#nanoTime()}
     */
    abstract long handedNanos();

    @Override
    public void write(int one) throws IOException {
        write(new byte[]{(byte) one}, 0, 1);
    }
}
