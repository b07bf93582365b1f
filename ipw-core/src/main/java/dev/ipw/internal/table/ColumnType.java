package dev.ipw.internal.table;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;

/** The type of a column's values. A value of every type, at every level, may be absent: null. */
public sealed interface ColumnType {

    /**
     * Starts a struct, or the columns of a table.
     *
     * @return a builder without fields
     */
    static Builder builder() {
        return new Builder();
    }

    /** One value. */
    enum Leaf implements ColumnType {
        /** A {@code String}, stored as UTF-8. */
        TEXT,
        /** A {@code Long} (or {@code Integer}), stored in 64 bits. */
        WHOLE,
        /** A {@code Double} (or {@code Float}), stored in 64 bits. */
        REAL,
        /** A {@code Boolean}. */
        TRUTH
    }

    /**
     * A {@code List} of values of one type.
     *
     * @param element the type of the elements
     */
    record ListOf(ColumnType element) implements ColumnType {}

    /**
     * A {@code Map} with a fixed set of keys. A whole table is such a struct, too.
     *
     * @param fields the types by name, in their order
     */
    record Struct(SequencedMap<String, ColumnType> fields) implements ColumnType {
        /** Copies the fields. */
        public Struct {
            fields = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(fields));
        }
    }

    /** A builder of a {@link Struct} with its fields in their order. */
    final class Builder {
        private final LinkedHashMap<String, ColumnType> fields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Adds fields of text.
         *
         * @param names their names
         * @return this builder
         */
        public Builder text(String... names) {
            return all(Leaf.TEXT, names);
        }

        /**
         * Adds fields of whole numbers.
         *
         * @param names their names
         * @return this builder
         */
        public Builder whole(String... names) {
            return all(Leaf.WHOLE, names);
        }

        /**
         * Adds fields of floating-point numbers.
         *
         * @param names their names
         * @return this builder
         */
        public Builder real(String... names) {
            return all(Leaf.REAL, names);
        }

        /**
         * Adds fields of truth values.
         *
         * @param names their names
         * @return this builder
         */
        public Builder truth(String... names) {
            return all(Leaf.TRUTH, names);
        }

        /**
         * Adds a field of a list.
         *
         * @param name    its name
         * @param element the type of the elements
         * @return this builder
         */
        public Builder list(String name, ColumnType element) {
            return field(name, new ListOf(element));
        }

        /**
         * Adds a field of a struct.
         *
         * @param name    its name
         * @param content adds the inner fields to the given builder
         * @return this builder
         */
        public Builder struct(String name, UnaryOperator<Builder> content) {
            return field(name, content.apply(new Builder()).build());
        }

        /**
         * Adds a field.
         *
         * @param name its name
         * @param type its type
         * @return this builder
         * @throws IllegalArgumentException if a field has that name already
         */
        public Builder field(String name, ColumnType type) {
            if (fields.putIfAbsent(name, type) != null) {
                throw new IllegalArgumentException("Two fields are named '" + name + "'");
            }
            return this;
        }

        /**
         * Builds the struct.
         *
         * @return the struct
         */
        public Struct build() {
            return new Struct(fields);
        }

        private Builder all(ColumnType type, String... names) {
            for (String name : names) {
                field(name, type);
            }
            return this;
        }
    }
}
