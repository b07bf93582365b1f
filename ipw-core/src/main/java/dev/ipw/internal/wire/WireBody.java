package dev.ipw.internal.wire;

import java.io.IOException;

/** A response's body, which passes on the moments, notifies the supervision and keeps the size limit. */
final class WireBody implements ByteSource {
    private static final int DRAIN_BYTES = 4096;

    private final MessageBody body;
    private final Connection connection;
    private final Supervision supervision;
    private final WireFaults faults;
    private final long mostBytes;
    private long readBytes;
    private long readNanos;
    private boolean ended;
    private boolean broken;

    WireBody(MessageBody body, Connection connection, Supervision supervision, WireFaults faults, long mostBytes) {
        this.body = body;
        this.connection = connection;
        this.supervision = supervision;
        this.faults = faults;
        this.mostBytes = mostBytes;
        readNanos = connection.readNanos();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws WireException {
        int count;
        try {
            count = body.read(buffer, offset, length);
        } catch (IOException cut) {
            broken = true;
            throw faults.whileReading(cut);
        }
        supervision.read(connection.readNanos());
        if (count < 0) {
            ended = true;
            return -1;
        }
        readNanos = connection.readNanos();
        readBytes += count;
        if (readBytes > mostBytes) {
            broken = true;
            throw faults.of(WireFault.TOO_LARGE, "the response is larger than " + mostBytes + " bytes", null);
        }
        return count;
    }

    @Override
    public long readNanos() {
        return readNanos;
    }

    /**
     * Reads the rest after the handler, up to a limit.
     *
     * @return true if the body has ended correctly and its connection can be reused
     */
    boolean drain(int most) {
        byte[] rest = new byte[DRAIN_BYTES];
        int drained = 0;
        try {
            while (body.leavesConnectionUsable() && !ended && !broken && drained < most) {
                drained += Math.max(0, read(rest, 0, rest.length));
            }
        } catch (WireException cut) {
            // The handler has its result; only closing this connection remains.
            return false;
        }
        return ended && body.leavesConnectionUsable();
    }
}
