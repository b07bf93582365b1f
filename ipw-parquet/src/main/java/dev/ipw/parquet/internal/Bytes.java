package dev.ipw.parquet.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growing array of bytes; numbers are little-endian. */
final class Bytes {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int VARINT_BITS = 7;

    private byte[] bytes = new byte[Long.BYTES];
    private int size;

    int size() {
        return size;
    }

    /** Returns the array, of which the first {@link #size()} bytes are used. */
    byte[] array() {
        return bytes;
    }

    void clear() {
        size = 0;
    }

    void putByte(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    void putInt(int value) {
        reserve(Integer.BYTES);
        INT.set(bytes, size, value);
        size += Integer.BYTES;
    }

    void putLong(long value) {
        reserve(Long.BYTES);
        LONG.set(bytes, size, value);
        size += Long.BYTES;
    }

    void put(byte[] value) {
        put(value, value.length);
    }

    void put(Bytes other) {
        put(other.bytes, other.size);
    }

    private void put(byte[] value, int length) {
        reserve(length);
        System.arraycopy(value, 0, bytes, size, length);
        size += length;
    }

    /** Writes an unsigned number in groups of 7 bits, the lowest first. */
    void putVarint(long value) {
        long rest = value;
        while (rest >>> VARINT_BITS != 0) {
            putByte((int) rest & 0x7f | 0x80);
            rest >>>= VARINT_BITS;
        }
        putByte((int) rest);
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
    }

    private void reserve(int more) {
        int needed = Math.addExact(size, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(2L * bytes.length, Integer.MAX_VALUE - 8)));
        }
    }
}
