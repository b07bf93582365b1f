package dev.ipw.internal.wire;

import java.io.IOException;
import java.io.InputStream;

/** Read a response's body: stamp each read, tell the supervision, hold the bound, notice a body that ends early. */
final class WireBody implements ByteSource {
    private static final int DRAIN_BYTES = 4096;

    private final InputStream in;
    private final Supervision supervision;
    private final WireFaults faults;
    private final long declaredBytes;
    private final long mostBytes;
    private long readBytes;
    private long readNanos;
    private boolean ended;

    /** Wrap a stream; a negative declared length is unknown. */
    WireBody(InputStream in, Supervision supervision, WireFaults faults, long declaredBytes, long mostBytes) {
        this.in = in;
        this.supervision = supervision;
        this.faults = faults;
        this.declaredBytes = declaredBytes;
        this.mostBytes = mostBytes;
        readNanos = System.nanoTime();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws WireException {
        int count;
        try {
            count = in.read(buffer, offset, length);
        } catch (IOException broken) {
            throw faults.whileReading(broken);
        }
        long now = System.nanoTime();
        supervision.read(now);
        if (count < 0) {
            ended = true;
            // Not every JDK notices this by itself.
            if (readBytes < declaredBytes) {
                throw faults.of(WireFault.TRUNCATED, "the connection closed after " + readBytes + " of "
                        + declaredBytes + " bytes", null);
            }
            return -1;
        }
        readNanos = now;
        readBytes += count;
        if (readBytes > mostBytes) {
            throw faults.of(WireFault.TOO_LARGE, "the response is larger than " + mostBytes + " bytes", null);
        }
        return count;
    }

    @Override
    public long readNanos() {
        return readNanos;
    }

    /** Read what the handler left, up to a bound, so that the connection can be used again. */
    void drain(int most) {
        byte[] rest = new byte[DRAIN_BYTES];
        int drained = 0;
        try {
            while (!ended && drained < most) {
                drained += Math.max(0, read(rest, 0, rest.length));
            }
        } catch (WireException broken) {
            // The handler has what it wanted; closing this connection is all that is left.
            ended = true;
        }
    }
}
