package dev.ipw.internal.secret;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Passes bytes on without secrets. The last few wait until more come, or the end. */
final class RedactedOutput extends OutputStream {
    private static final int MOST_WAITING = 1 << 13;

    private final OutputStream out;
    private final SecretSieve sieve;

    RedactedOutput(OutputStream out, SecretPatterns patterns) {
        this.out = out;
        sieve = new SecretSieve(patterns);
    }

    @Override
    public void write(int value) throws IOException {
        sieve.take((char) (value & 0xFF));
        if (sieve.available() >= MOST_WAITING) {
            pass();
        }
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        for (int at = from; at < from + length; at++) {
            write(bytes[at]);
        }
    }

    private void pass() throws IOException {
        out.write(sieve.taken().getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public void flush() throws IOException {
        pass();
        out.flush();
    }

    /** Passes on what has waited; nothing more may come. */
    void end() throws IOException {
        sieve.end();
        flush();
    }
}
