package dev.ipw.spark;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A stream that keeps the last bytes. */
final class TailStream extends OutputStream {
    private final byte[] kept;
    private long written;

    TailStream(int maxBytes) {
        kept = new byte[maxBytes];
    }

    @Override
    public synchronized void write(int value) {
        kept[(int) (written++ % kept.length)] = (byte) value;
    }

    synchronized String text() {
        int length = (int) Math.min(written, kept.length);
        byte[] last = new byte[length];
        for (int place = 0; place < length; place++) {
            last[place] = kept[(int) ((written - length + place) % kept.length)];
        }
        return new String(last, StandardCharsets.UTF_8).strip();
    }
}
