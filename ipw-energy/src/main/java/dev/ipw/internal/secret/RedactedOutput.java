package dev.ipw.internal.secret;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A stream that passes bytes on without secrets. The last few wait until more arrive, or the end. Bytes pass in blocks
 * until one contains a secret, and one by one from then on.
 */
final class RedactedOutput extends OutputStream {
    private static final int BLOCK_BYTES = 1 << 16;
    private static final int MAX_WAITING = 1 << 13;

    private final OutputStream out;
    private final SecretPatterns patterns;
    private final byte[] block = new byte[BLOCK_BYTES];
    private int held;
    private Optional<SecretSieve> sieve = Optional.empty();

    RedactedOutput(OutputStream out, SecretPatterns patterns) {
        this.out = out;
        this.patterns = patterns;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[]{(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        int at = from;
        while (at < from + length && sieve.isEmpty()) {
            int count = Math.min(from + length - at, block.length - held);
            System.arraycopy(bytes, at, block, held, count);
            held += count;
            at += count;
            if (held == block.length) {
                examine(patterns.longest() - 1);
            }
        }
        if (sieve.isPresent()) {
            sift(sieve.get(), bytes, at, from + length);
        }
    }

    /** Passes a block on except for its end, which may be the beginning of a secret, or sifts it if it contains one. */
    private void examine(int kept) throws IOException {
        if (patterns.occurIn(new String(block, 0, held, StandardCharsets.ISO_8859_1))) {
            SecretSieve first = new SecretSieve(patterns);
            sieve = Optional.of(first);
            sift(first, block, 0, held);
            held = 0;
            return;
        }
        int left = Math.min(held, kept);
        out.write(block, 0, held - left);
        System.arraycopy(block, held - left, block, 0, left);
        held = left;
    }

    private void sift(SecretSieve through, byte[] bytes, int from, int end) throws IOException {
        for (int at = from; at < end; at++) {
            through.take((char) (bytes[at] & 0xFF));
            if (through.available() >= MAX_WAITING) {
                pass(through);
            }
        }
    }

    private void pass(SecretSieve through) throws IOException {
        out.write(through.taken().getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public void flush() throws IOException {
        if (sieve.isEmpty()) {
            examine(patterns.longest() - 1);
        }
        if (sieve.isPresent()) {
            pass(sieve.get());
        }
        out.flush();
    }

    /** Passes on the waiting bytes; no others may follow. */
    void end() throws IOException {
        if (sieve.isEmpty()) {
            examine(0);
        }
        if (sieve.isPresent()) {
            sieve.get().end();
        }
        flush();
    }
}
