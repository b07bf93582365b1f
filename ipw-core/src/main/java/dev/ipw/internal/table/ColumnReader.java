package dev.ipw.internal.table;

import dev.ipw.error.InputException;
import dev.ipw.internal.table.ColumnType.Leaf;
import dev.ipw.internal.table.ColumnType.ListOf;
import dev.ipw.internal.table.ColumnType.Struct;
import dev.ipw.internal.tree.WholeList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.jspecify.annotations.Nullable;

/** A reader of the values of one column from its vector. A vector is refilled for each batch; its reader is kept. */
sealed interface ColumnReader {
    /** Returns the type of the values. */
    ColumnType type();

    /** Returns a value; null without one. */
    @Nullable
    Object read(int index);

    /** Returns a value whose inner fields are read as they are asked for, before the next batch; null without one. */
    default @Nullable Object view(int index) {
        return read(index);
    }

    static ColumnReader of(String path, FieldVector vector, Decoding decoding) {
        DictionaryEncoding encoding = vector.getField().getDictionary();
        if (encoding != null) {
            FieldVector values = decoding.dictionaries().lookup(encoding.getId()).getVector();
            return new Encoded(LeafReader.of(path, vector, decoding), of(path, values, decoding), values);
        }
        return switch (vector) {
            case StructVector structs -> Structs.of(path, structs, decoding);
            case ListVector lists -> new Elements(path, lists, lists.getDataVector(),
                    of(path + "[]", lists.getDataVector(), decoding), lists::getElementStartIndex,
                    lists::getElementEndIndex);
            case LargeListVector lists -> new Elements(path, lists, lists.getDataVector(),
                    of(path + "[]", lists.getDataVector(), decoding), lists::getElementStartIndex,
                    lists::getElementEndIndex);
            case FixedSizeListVector lists -> new Elements(path, lists, lists.getDataVector(),
                    of(path + "[]", lists.getDataVector(), decoding), lists::getElementStartIndex,
                    lists::getElementEndIndex);
            default -> LeafReader.of(path, vector, decoding);
        };
    }

    /**
     * The requirements of decoding beside the vectors.
     *
     * @param dictionaries the values that dictionaries represent
     * @param keepsBytes   whether bytes remain bytes, and do not become Base64 text
     */
    record Decoding(DictionaryProvider dictionaries, boolean keepsBytes) {}

    /** A reader of values through a dictionary. */
    record Encoded(LeafReader indices, ColumnReader values, FieldVector dictionary) implements ColumnReader {
        @Override
        public ColumnType type() {
            return values.type();
        }

        @Override
        public @Nullable Object read(int index) {
            return indices.read(index) instanceof Long position
                    ? values.read(checkedIndex(position, dictionary.getValueCount()))
                    : null;
        }

        private static int checkedIndex(long position, int size) {
            if (position < 0 || position >= size) {
                throw new IndexOutOfBoundsException("dictionary of " + size + " values has no number " + position);
            }
            return (int) position;
        }
    }

    /** A reader of lists of every kind. */
    record Elements(String path, FieldVector vector, FieldVector data, ColumnReader element, Position start,
            Position end) implements ColumnReader {
        @Override
        public ColumnType type() {
            return new ListOf(element.type());
        }

        @Override
        public @Nullable Object view(int index) {
            if (!(data instanceof BigIntVector wholes) || vector.isNull(index)) {
                return read(index);
            }
            int first = (int) start.of(index);
            long[] values = new long[(int) (checkedEnd(index) - first)];
            for (int place = 0; place < values.length; place++) {
                if (wholes.isNull(first + place)) {
                    return read(index);
                }
                values[place] = wholes.get(first + place);
            }
            return new WholeList(values);
        }

        private long checkedEnd(int index) {
            long first = start.of(index);
            long beyond = end.of(index);
            if (first < 0 || beyond < first || beyond > data.getValueCount()) {
                throw new IndexOutOfBoundsException("list '" + path + "' reaches beyond its elements");
            }
            return beyond;
        }

        @Override
        public @Nullable Object read(int index) {
            if (vector.isNull(index)) {
                return null;
            }
            long beyond = checkedEnd(index);
            long first = start.of(index);
            List<@Nullable Object> list = new ArrayList<>((int) (beyond - first));
            for (long position = first; position < beyond; position++) {
                list.add(element.read((int) position));
            }
            return list;
        }
    }

    /** The begin or end of a list's elements. */
    @FunctionalInterface
    interface Position {
        long of(int index);
    }

    /** A reader of structs, or of the rows of a table. */
    record Structs(@Nullable FieldVector vector, LinkedHashMap<String, ColumnReader> fields, ColumnReader[] readers,
            StructValues.Names names) implements ColumnReader {
        Structs(@Nullable FieldVector vector, LinkedHashMap<String, ColumnReader> fields) {
            this(vector, fields, fields.values().toArray(ColumnReader[]::new), new StructValues.Names(fields.keySet()));
        }

        static Structs of(String path, StructVector vector, Decoding decoding) {
            return new Structs(vector, fieldsOf(path + ".", vector.getChildrenFromFields(), decoding));
        }

        static Structs rows(List<FieldVector> columns, Decoding decoding) {
            return new Structs(null, fieldsOf("", columns, decoding));
        }

        private static LinkedHashMap<String, ColumnReader> fieldsOf(String prefix, List<FieldVector> vectors,
                Decoding decoding) {
            LinkedHashMap<String, ColumnReader> fields = new LinkedHashMap<>();
            for (FieldVector vector : vectors) {
                String path = prefix + vector.getName();
                if (fields.put(vector.getName(), ColumnReader.of(path, vector, decoding)) != null) {
                    throw new InputException("two columns are named '" + path + "'. Rename one of them");
                }
            }
            return fields;
        }

        @Override
        public Struct type() {
            LinkedHashMap<String, ColumnType> types = new LinkedHashMap<>();
            fields.forEach((name, field) -> types.put(name, field.type()));
            return new Struct(types);
        }

        @Override
        public @Nullable StructValues read(int index) {
            return vector != null && vector.isNull(index) ? null : present(index);
        }

        StructValues present(int index) {
            @Nullable
            Object[] values = new Object[readers.length];
            for (int field = 0; field < readers.length; field++) {
                values[field] = readers[field].read(index);
            }
            return new StructValues.Known(names, values);
        }

        @Override
        public @Nullable StructValues view(int index) {
            return vector != null && vector.isNull(index) ? null : presentView(index);
        }

        StructValues presentView(int index) {
            return new View(this, index);
        }

        /** A struct that reads its fields as they are asked for. */
        private static final class View extends StructValues {
            private final Structs structs;
            private final int index;

            View(Structs structs, int index) {
                super(structs.names);
                this.structs = structs;
                this.index = index;
            }

            @Override
            @Nullable
            Object at(int place) {
                return structs.readers[place].view(index);
            }
        }
    }

    /** A reader of single values. */
    record LeafReader(FieldVector vector, Leaf type, LeafValue value) implements ColumnReader {
        static LeafReader of(String path, FieldVector vector, Decoding decoding) {
            return LeafValues.readerOf(path, vector, decoding.keepsBytes());
        }

        @Override
        public @Nullable Object read(int index) {
            return vector.isNull(index) ? null : value.at(index);
        }
    }

    /** A reader of the value at an index that is not null. */
    @FunctionalInterface
    interface LeafValue {
        Object at(int index);
    }
}
