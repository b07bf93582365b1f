package dev.ipw.internal.table;

import dev.ipw.internal.secret.SecretRedactor;
import dev.ipw.internal.table.ColumnType.Leaf;
import dev.ipw.internal.table.ColumnType.ListOf;
import dev.ipw.internal.table.ColumnType.Struct;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.jspecify.annotations.Nullable;

/**
 * A writer of the values of one column into its vector. A row is checked as a whole before any of it is written, so
 * that a refused row leaves no trace; a null need not be written, because a cleared vector contains only nulls.
 */
abstract sealed class ColumnWriter {
    final String path;

    private ColumnWriter(String path) {
        this.path = path;
    }

    static ColumnWriter of(String path, ColumnType type, FieldVector vector) {
        return switch (type) {
            case Leaf.TEXT -> new Text(path, (VarCharVector) vector);
            case Leaf.WHOLE -> new Whole(path, (BigIntVector) vector);
            case Leaf.REAL -> new Real(path, (Float8Vector) vector);
            case Leaf.TRUTH -> new Truth(path, (BitVector) vector);
            case ListOf list -> new Elements(path, (ListVector) vector, list);
            case Struct struct -> new Structs(path, (StructVector) vector, struct);
        };
    }

    /** Throws if this column cannot hold a value. */
    abstract void check(Object value);

    /** Writes a checked value. */
    abstract void write(int index, Object value);

    final IllegalArgumentException wrong(Object value, String expected) {
        return new IllegalArgumentException("Column '" + path + "' holds " + expected + ", not "
                + value.getClass().getSimpleName() + " '" + value + "'");
    }

    private static final class Text extends ColumnWriter {
        private final VarCharVector vector;

        Text(String path, VarCharVector vector) {
            super(path);
            this.vector = vector;
        }

        @Override
        void check(Object value) {
            if (!(value instanceof String)) {
                throw wrong(value, "text");
            }
        }

        @Override
        void write(int index, Object value) {
            vector.setSafe(index, SecretRedactor.clean((String) value).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static final class Whole extends ColumnWriter {
        private final BigIntVector vector;

        Whole(String path, BigIntVector vector) {
            super(path);
            this.vector = vector;
        }

        @Override
        void check(Object value) {
            if (!(value instanceof Long || value instanceof Integer)) {
                throw wrong(value, "whole numbers");
            }
        }

        @Override
        void write(int index, Object value) {
            vector.setSafe(index, ((Number) value).longValue());
        }
    }

    private static final class Real extends ColumnWriter {
        private final Float8Vector vector;

        Real(String path, Float8Vector vector) {
            super(path);
            this.vector = vector;
        }

        @Override
        void check(Object value) {
            if (!(value instanceof Double || value instanceof Float)) {
                throw wrong(value, "floating-point numbers");
            }
        }

        @Override
        void write(int index, Object value) {
            vector.setSafe(index, ((Number) value).doubleValue());
        }
    }

    private static final class Truth extends ColumnWriter {
        private final BitVector vector;

        Truth(String path, BitVector vector) {
            super(path);
            this.vector = vector;
        }

        @Override
        void check(Object value) {
            if (!(value instanceof Boolean)) {
                throw wrong(value, "true or false");
            }
        }

        @Override
        void write(int index, Object value) {
            vector.setSafe(index, (Boolean) value ? 1 : 0);
        }
    }

    private static final class Elements extends ColumnWriter {
        private final ListVector vector;
        private final ColumnWriter element;

        Elements(String path, ListVector vector, ListOf type) {
            super(path);
            this.vector = vector;
            this.element = of(path + "[]", type.element(), vector.getDataVector());
        }

        @Override
        void check(Object value) {
            if (!(value instanceof List<?> list)) {
                throw wrong(value, "a list");
            }
            for (Object item : list) {
                if (item != null) {
                    element.check(item);
                }
            }
        }

        @Override
        void write(int index, Object value) {
            List<?> list = (List<?>) value;
            int start = vector.startNewValue(index);
            int position = start;
            for (Object item : list) {
                if (item != null) {
                    element.write(position, item);
                }
                position++;
            }
            vector.endValue(index, position - start);
        }
    }

    private static final class Structs extends ColumnWriter {
        private final StructVector vector;
        private final Fields fields;

        Structs(String path, StructVector vector, Struct type) {
            super(path);
            this.vector = vector;
            this.fields = new Fields(path + ".", type, vector.getChildrenFromFields());
        }

        @Override
        void check(Object value) {
            if (!(value instanceof Map<?, ?> map)) {
                throw wrong(value, "a map");
            }
            fields.check(map);
        }

        @Override
        void write(int index, Object value) {
            vector.setIndexDefined(index);
            fields.write(index, (Map<?, ?>) value);
        }
    }

    /** A writer of the fields of a struct, or of the columns of a table. */
    static final class Fields {
        private final String prefix;
        private final List<String> names;
        private final List<ColumnWriter> writers = new ArrayList<>();

        Fields(String prefix, Struct type, List<FieldVector> vectors) {
            this.prefix = prefix;
            this.names = List.copyOf(type.fields().sequencedKeySet());
            type.fields().forEach((name, field) -> writers.add(of(prefix + name, field, vectors.get(writers.size()))));
        }

        void check(Map<?, ?> row) {
            int found = 0;
            for (int index = 0; index < names.size(); index++) {
                @Nullable
                Object value = row.get(names.get(index));
                if (value != null) {
                    writers.get(index).check(value);
                    found++;
                } else if (row.containsKey(names.get(index))) {
                    found++;
                }
            }
            if (found < row.size()) {
                row.keySet().stream().filter(key -> !names.contains(key)).findFirst().ifPresent(key -> {
                    throw new IllegalArgumentException("There is no column '" + prefix + key + "'");
                });
            }
        }

        void write(int index, Map<?, ?> row) {
            for (int field = 0; field < names.size(); field++) {
                @Nullable
                Object value = row.get(names.get(field));
                if (value != null) {
                    writers.get(field).write(index, value);
                }
            }
        }
    }
}
