package dev.ipw.parquet.internal;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The writer of a struct in the compact protocol of Thrift, in which Parquet describes its pages and files. */
final class CompactStruct {
    private static final int INT = 5;
    private static final int LONG = 6;
    private static final int TEXT = 8;
    private static final int LIST = 9;
    private static final int STRUCT = 12;
    private static final int LONG_LIST = 15;

    private final Bytes out;
    private int lastId;

    private CompactStruct(Bytes out) {
        this.out = out;
    }

    /** Appends a struct whose fields are written in the order of their ids. */
    static void write(Bytes out, Consumer<CompactStruct> fields) {
        fields.accept(new CompactStruct(out));
        out.putByte(0);
    }

    CompactStruct number(int id, int value) {
        begin(id, INT);
        out.putVarint(zigzag(value));
        return this;
    }

    CompactStruct number(int id, long value) {
        begin(id, LONG);
        out.putVarint(zigzag(value));
        return this;
    }

    CompactStruct text(int id, String value) {
        begin(id, TEXT);
        put(value);
        return this;
    }

    CompactStruct struct(int id, Consumer<CompactStruct> fields) {
        begin(id, STRUCT);
        write(out, fields);
        return this;
    }

    CompactStruct numbers(int id, int... values) {
        beginList(id, INT, values.length);
        for (int value : values) {
            out.putVarint(zigzag(value));
        }
        return this;
    }

    CompactStruct texts(int id, Iterable<String> values, int size) {
        beginList(id, TEXT, size);
        values.forEach(this::put);
        return this;
    }

    /** Writes a list of structs that were written before, one after the other. */
    CompactStruct structs(int id, Bytes written, int size) {
        beginList(id, STRUCT, size);
        out.put(written);
        return this;
    }

    private void put(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        out.putVarint(bytes.length);
        out.put(bytes);
    }

    private void begin(int id, int type) {
        out.putByte(id - lastId << 4 | type);
        lastId = id;
    }

    private void beginList(int id, int element, int size) {
        begin(id, LIST);
        if (size < LONG_LIST) {
            out.putByte(size << 4 | element);
        } else {
            out.putByte(LONG_LIST << 4 | element);
            out.putVarint(size);
        }
    }

    private static long zigzag(long value) {
        return value << 1 ^ value >> Long.SIZE - 1;
    }
}
