package dev.ipw.results.internal.meterlog;

import java.util.Arrays;
import java.util.Base64;

/** A writer of numbers in few bytes: seven bits a byte, the lowest first. */
final class PackedOutput {
    private byte[] bytes = new byte[64];
    private int size;

    /** Writes a whole number that is usually small and never negative. */
    void count(long number) {
        long rest = number;
        while ((rest & ~0x7FL) != 0) {
            put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        put((byte) rest);
    }

    /** Writes a whole number that is usually near zero. */
    void signed(long number) {
        count((number << 1) ^ (number >> 63));
    }

    void real(double number) {
        long bits = Double.doubleToRawLongBits(number);
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            put((byte) (bits >>> shift));
        }
    }

    private void put(byte one) {
        if (size == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        bytes[size++] = one;
    }

    String base64() {
        return Base64.getEncoder().withoutPadding().encodeToString(Arrays.copyOf(bytes, size));
    }
}
