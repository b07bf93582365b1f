package dev.ipw.results.internal.meterlog;

import java.util.Base64;

/** A reader of the numbers of a {@link PackedOutput}. Throws IllegalArgumentException where there are none. */
final class PackedInput {
    private static final int MAX_SHIFT = 63;

    private final byte[] bytes;
    private int position;

    PackedInput(String base64) {
        bytes = Base64.getDecoder().decode(base64);
    }

    long count() {
        long number = 0;
        for (int shift = 0; shift <= MAX_SHIFT; shift += 7) {
            byte one = next();
            number |= (one & 0x7FL) << shift;
            if (one >= 0) {
                return number;
            }
        }
        throw new IllegalArgumentException("a packed number has too many bytes");
    }

    /** Reads the length of a list, of which each element takes at least one byte. */
    int length() {
        long length = count();
        if (length < 0 || length > bytes.length - position) {
            throw new IllegalArgumentException("a packed list of " + length + " elements has too few bytes");
        }
        return (int) length;
    }

    long signed() {
        long number = count();
        return (number >>> 1) ^ -(number & 1);
    }

    double real() {
        long bits = 0;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            bits |= (next() & 0xFFL) << shift;
        }
        return Double.longBitsToDouble(bits);
    }

    private byte next() {
        if (position == bytes.length) {
            throw new IllegalArgumentException("packed numbers end too early");
        }
        return bytes[position++];
    }
}
