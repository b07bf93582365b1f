package dev.ipw.internal.wire;

import java.io.IOException;
import java.io.OutputStream;

/** An output with the moment when the last bytes were handed over. */
abstract class StampedOutput extends OutputStream {
    /**
     * Returns the moment when the last bytes were handed over: right before the call that took them. A server on the
     * same machine is woken within that call, and may have answered before the writing thread runs again.
     *
     * @return that moment, as {@link System#nanoTime()}
     */
    abstract long handedNanos();

    @Override
    public void write(int one) throws IOException {
        write(new byte[]{(byte) one}, 0, 1);
    }
}
