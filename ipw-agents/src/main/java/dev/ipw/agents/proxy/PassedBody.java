package dev.ipw.agents.proxy;

import dev.ipw.internal.wire.ByteSource;
import dev.ipw.internal.wire.WireException;
import java.io.IOException;
import java.io.Serial;
import java.util.Optional;

/** The bytes of a response for the reader of the answer; each read is passed on to the program first. */
final class PassedBody implements ByteSource {
    private static final int BUFFER_BYTES = 16 << 10;

    private final ByteSource body;
    private final ProgramResponse program;
    private final Optional<UsageEventFilter> filter;
    private boolean hasEnded;
    private boolean isTorn;

    PassedBody(ByteSource body, ProgramResponse program, Optional<UsageEventFilter> filter) {
        this.body = body;
        this.program = program;
        this.filter = filter;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws WireException {
        if (hasEnded) {
            return -1;
        }
        int count;
        try {
            count = body.read(buffer, offset, length);
        } catch (WireException torn) {
            isTorn = true;
            passOn(filter.map(UsageEventFilter::rest).orElse(new byte[0]));
            throw torn;
        }
        if (count < 0) {
            hasEnded = true;
            passOn(filter.map(UsageEventFilter::rest).orElse(new byte[0]));
        } else if (filter.isPresent()) {
            passOn(filter.get().take(buffer, offset, count));
        } else {
            passOn(buffer, offset, count);
        }
        return count;
    }

    private void passOn(byte[] bytes) {
        passOn(bytes, 0, bytes.length);
    }

    private void passOn(byte[] bytes, int offset, int length) {
        try {
            program.write(bytes, offset, length);
        } catch (IOException gone) {
            throw new ProgramLeft(gone);
        }
    }

    /** Passes on the bytes that the reader of the answer did not read. */
    void passRest() throws WireException {
        byte[] buffer = new byte[BUFFER_BYTES];
        int count = 0;
        while (count >= 0) {
            count = read(buffer, 0, buffer.length);
        }
    }

    /** Returns whether the bytes stopped before the end. */
    boolean isTorn() {
        return isTorn;
    }

    @Override
    public long readNanos() {
        return body.readNanos();
    }

    /** Thrown if the program accepts no more bytes. */
    static final class ProgramLeft extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;

        ProgramLeft(IOException gone) {
            super("the program closed the connection", gone);
        }
    }
}
