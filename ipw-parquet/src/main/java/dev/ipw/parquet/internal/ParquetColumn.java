package dev.ipw.parquet.internal;

import dev.ipw.internal.secret.SecretRedactor;
import dev.ipw.internal.table.ColumnType.Leaf;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A column of single values: those of the current row group, in plain encoding, with their levels. */
final class ParquetColumn implements ParquetNode {
    private final List<String> path;
    private final Leaf type;
    private final int maxRepetition;
    private final Levels repetitions;
    private final Levels definitions;
    private final Bytes values = new Bytes();
    private int levels;
    private int truths;
    private int truthBits;

    ParquetColumn(List<String> path, Leaf type, int maxRepetition, int maxDefinition) {
        this.path = List.copyOf(path);
        this.type = type;
        this.maxRepetition = maxRepetition;
        this.repetitions = new Levels(maxRepetition);
        this.definitions = new Levels(maxDefinition);
    }

    List<String> path() {
        return path;
    }

    /** Returns the physical type by its number in the format. */
    int physicalType() {
        return switch (type) {
            case TRUTH -> 0;
            case WHOLE -> 2;
            case REAL -> 5;
            case TEXT -> 6;
        };
    }

    @Override
    public void write(@Nullable Object value, int repetition, int definition) {
        if (maxRepetition > 0) {
            repetitions.add(repetition);
        }
        definitions.add(value == null ? definition : definition + 1);
        levels++;
        switch (value) {
            case null -> {
            }
            case String text when type == Leaf.TEXT -> {
                byte[] bytes = SecretRedactor.clean(text).getBytes(StandardCharsets.UTF_8);
                values.putInt(bytes.length);
                values.put(bytes);
            }
            case Long whole when type == Leaf.WHOLE -> values.putLong(whole);
            case Double real when type == Leaf.REAL -> values.putLong(Double.doubleToRawLongBits(real));
            case Boolean truth when type == Leaf.TRUTH -> putTruth(truth);
            default -> throw new IllegalArgumentException("Column " + String.join(".", path) + " holds " + type
                    + ", not a value of " + value.getClass());
        }
    }

    private void putTruth(boolean truth) {
        truthBits |= (truth ? 1 : 0) << truths;
        if (++truths == Byte.SIZE) {
            endTruths();
        }
    }

    private void endTruths() {
        values.putByte(truthBits);
        truths = 0;
        truthBits = 0;
    }

    /** Returns the bytes that the row group holds so far. */
    int bytes() {
        return values.size() + repetitions.bytes() + definitions.bytes();
    }

    /** Appends the page of the row group, and starts the next. Returns the number of levels. */
    int moveTo(Bytes page) {
        if (maxRepetition > 0) {
            repetitions.moveTo(page);
        }
        definitions.moveTo(page);
        if (truths > 0) {
            endTruths();
        }
        page.put(values);
        values.clear();
        int moved = levels;
        levels = 0;
        return moved;
    }
}
