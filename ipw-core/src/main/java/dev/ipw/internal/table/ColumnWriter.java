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
 * A writer of the values of one column into its vector, a cell at a time. An untyped row is checked as a whole before
 * any of it is written, so that a refused row leaves no trace; a null need not be written, because a cleared vector
 * contains only nulls.
 */
abstract sealed class ColumnWriter implements Cell {
    private final String path;
    private final String content;
    int index;

    private ColumnWriter(String path, String content) {
        this.path = path;
        this.content = content;
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

    /** Returns the cell of a row or of a list's element, until the next one is asked for. */
    final Cell at(int position) {
        index = position;
        return this;
    }

    /** Throws if this column cannot hold a value. */
    abstract void check(Object value);

    /** Writes a checked value. */
    private static void write(Object value, Cell cell) {
        switch (value) {
            case String text -> cell.text(text);
            case Boolean truth -> cell.truth(truth);
            case Double real -> cell.real(real);
            case Float real -> cell.real(real);
            case Number whole -> cell.whole(whole.longValue());
            case List<?> list -> cell.list(list, (item, each) -> {
                if (item != null) {
                    write(item, each);
                }
            });
            case Map<?, ?> map -> ((Structs) cell).map(map);
            default -> throw new IllegalStateException("a checked value is of no other type");
        }
    }

    final IllegalArgumentException wrong(Object value) {
        return new IllegalArgumentException("Column '" + path + "' holds " + content + ", not "
                + value.getClass().getSimpleName() + " '" + value + "'");
    }

    @Override
    public void text(String value) {
        throw wrong(value);
    }

    @Override
    public void whole(long value) {
        throw wrong(value);
    }

    @Override
    public void real(double value) {
        throw wrong(value);
    }

    @Override
    public void truth(boolean value) {
        throw wrong(value);
    }

    @Override
    public <E> void list(List<E> elements, Writer<? super E> writer) {
        throw wrong(elements);
    }

    @Override
    public <S> void struct(S source, List<? extends Field<S>> fields) {
        throw wrong(source);
    }

    @Override
    public void absent(Struct type) {
        throw wrong(type);
    }

    private static final class Text extends ColumnWriter {
        private final VarCharVector vector;

        Text(String path, VarCharVector vector) {
            super(path, "text");
            this.vector = vector;
        }

        @Override
        void check(Object value) {
            if (!(value instanceof String)) {
                throw wrong(value);
            }
        }

        @Override
        public void text(String value) {
            vector.setSafe(index, SecretRedactor.clean(value).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static final class Whole extends ColumnWriter {
        private final BigIntVector vector;

        Whole(String path, BigIntVector vector) {
            super(path, "whole numbers");
            this.vector = vector;
        }

        @Override
        void check(Object value) {
            if (!(value instanceof Long || value instanceof Integer)) {
                throw wrong(value);
            }
        }

        @Override
        public void whole(long value) {
            vector.setSafe(index, value);
        }
    }

    private static final class Real extends ColumnWriter {
        private final Float8Vector vector;

        Real(String path, Float8Vector vector) {
            super(path, "floating-point numbers");
            this.vector = vector;
        }

        @Override
        void check(Object value) {
            if (!(value instanceof Double || value instanceof Float)) {
                throw wrong(value);
            }
        }

        @Override
        public void real(double value) {
            vector.setSafe(index, value);
        }
    }

    private static final class Truth extends ColumnWriter {
        private final BitVector vector;

        Truth(String path, BitVector vector) {
            super(path, "true or false");
            this.vector = vector;
        }

        @Override
        void check(Object value) {
            if (!(value instanceof Boolean)) {
                throw wrong(value);
            }
        }

        @Override
        public void truth(boolean value) {
            vector.setSafe(index, value ? 1 : 0);
        }
    }

    private static final class Elements extends ColumnWriter {
        private final ListVector vector;
        private final ColumnWriter element;

        Elements(String path, ListVector vector, ListOf type) {
            super(path, "a list");
            this.vector = vector;
            this.element = of(path + "[]", type.element(), vector.getDataVector());
        }

        @Override
        void check(Object value) {
            if (!(value instanceof List<?> list)) {
                throw wrong(value);
            }
            for (Object item : list) {
                if (item != null) {
                    element.check(item);
                }
            }
        }

        @Override
        public <E> void list(List<E> elements, Writer<? super E> writer) {
            int start = vector.startNewValue(index);
            int position = start;
            for (E item : elements) {
                writer.write(item, element.at(position));
                position++;
            }
            vector.endValue(index, position - start);
        }
    }

    private static final class Structs extends ColumnWriter {
        private final StructVector vector;
        private final Fields fields;

        Structs(String path, StructVector vector, Struct type) {
            super(path, "a map");
            this.vector = vector;
            this.fields = new Fields(path + ".", type, vector.getChildrenFromFields());
        }

        @Override
        void check(Object value) {
            if (!(value instanceof Map<?, ?> map)) {
                throw wrong(value);
            }
            fields.check(map);
        }

        void map(Map<?, ?> value) {
            vector.setIndexDefined(index);
            fields.write(index, value);
        }

        @Override
        public <S> void struct(S source, List<? extends Field<S>> columns) {
            vector.setIndexDefined(index);
            fields.write(index, source, columns);
        }

        @Override
        public void absent(Struct type) {
            vector.setIndexDefined(index);
            fields.writeAbsent(index, type);
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
                    ColumnWriter.write(value, writers.get(field).at(index));
                }
            }
        }

        <S> void write(int index, S source, List<? extends Cell.Field<S>> columns) {
            for (int field = 0; field < writers.size(); field++) {
                columns.get(field).write(source, writers.get(field).at(index));
            }
        }

        void writeAbsent(int index, Struct type) {
            List<ColumnType> types = List.copyOf(type.fields().sequencedValues());
            for (int field = 0; field < writers.size(); field++) {
                if (types.get(field) instanceof Struct inner) {
                    writers.get(field).at(index).absent(inner);
                }
            }
        }
    }
}
