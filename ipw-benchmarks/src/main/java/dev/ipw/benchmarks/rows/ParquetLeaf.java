package dev.ipw.benchmarks.rows;

import dev.hardwood.metadata.LogicalType;
import dev.hardwood.reader.ColumnReader;
import dev.hardwood.reader.Validity;
import dev.hardwood.schema.SchemaNode.PrimitiveNode;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A reader of single values. */
final class ParquetLeaf implements ParquetColumn {
    private final ColumnReader reader;
    private final @Nullable LogicalType meaning;
    private Validity present = Validity.NO_NULLS;
    private IntFunction<@Nullable Object> values = index -> null;

    ParquetLeaf(PrimitiveNode column, ColumnReader reader) {
        this.reader = reader;
        this.meaning = column.logicalType();
    }

    @Override
    public void load() {
        present = reader.getLeafValidity();
        values = switch (reader.getColumnSchema().type()) {
            case BOOLEAN -> truths(reader.getBooleans());
            case INT32 -> ints(reader.getInts());
            case INT64 -> longs(reader.getLongs());
            case FLOAT -> floats(reader.getFloats());
            case DOUBLE -> doubles(reader.getDoubles());
            case INT96 -> bytes(ParquetValue::ofInt96);
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> bytes(value -> ParquetValue.ofBytes(value, meaning));
        };
    }

    private IntFunction<@Nullable Object> truths(boolean[] batch) {
        return index -> batch[index];
    }

    private IntFunction<@Nullable Object> ints(int[] batch) {
        return index -> ParquetValue.ofInt(batch[index], meaning);
    }

    private IntFunction<@Nullable Object> longs(long[] batch) {
        return index -> ParquetValue.ofLong(batch[index], meaning);
    }

    private IntFunction<@Nullable Object> floats(float[] batch) {
        return index -> ParquetValue.ofDouble(batch[index]);
    }

    private IntFunction<@Nullable Object> doubles(double[] batch) {
        return index -> ParquetValue.ofDouble(batch[index]);
    }

    private IntFunction<@Nullable Object> bytes(FromBytes translation) {
        byte[] batch = reader.getBinaryValues();
        int[] offsets = reader.getBinaryOffsets();
        return index -> translation.value(Arrays.copyOfRange(batch, offsets[index], offsets[index + 1]));
    }

    @Override
    public @Nullable Object value(int index) {
        return present.isNull(index) ? null : values.apply(index);
    }

    @FunctionalInterface
    private interface FromBytes {
        @Nullable
        Object value(byte[] bytes);
    }
}
