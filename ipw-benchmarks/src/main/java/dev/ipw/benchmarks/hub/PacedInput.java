package dev.ipw.benchmarks.hub;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;

/** A body with a time limit: two minutes, and a second for each 1,000 bytes. A server that drips would never end. */
final class PacedInput extends FilterInputStream {
    private static final long GRACE_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final long NANOS_PER_BYTE = TimeUnit.MILLISECONDS.toNanos(1);

    private final Pause clock;
    private final long startNanos;
    private long bytes;

    PacedInput(InputStream body, Pause clock) {
        super(body);
        this.clock = clock;
        startNanos = clock.nanoTime();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int count = super.read(buffer, offset, length);
        bytes += Math.max(count, 0);
        long nanos = clock.nanoTime() - startNanos;
        if (count > 0 && nanos > GRACE_NANOS + bytes * NANOS_PER_BYTE) {
            throw new IOException("the server sent " + bytes + " bytes in " + TimeUnit.NANOSECONDS.toSeconds(nanos)
                    + " s, too slowly to wait for the rest");
        }
        return count;
    }
}
