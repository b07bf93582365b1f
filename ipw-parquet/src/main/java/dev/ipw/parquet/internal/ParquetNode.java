package dev.ipw.parquet.internal;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A part of a row. Every part may be absent. A repetition level is the depth of the list that continues with a value, 0
 * in a new row; a definition level is the number of parts around a value that are present, of lists also whether they
 * have elements.
 */
sealed interface ParquetNode permits ParquetNode.Group, ParquetNode.Elements, ParquetColumn {
    /**
     * Writes a value into each column of this part.
     *
     * @param value      the value; null if this part, or one around it, is absent
     * @param repetition its repetition level
     * @param definition the definition level of the parts around it
     */
    void write(@Nullable Object value, int repetition, int definition);

    /** A struct. */
    record Group(List<String> names, List<ParquetNode> fields) implements ParquetNode {
        @Override
        public void write(@Nullable Object value, int repetition, int definition) {
            Map<?, ?> struct = value instanceof Map<?, ?> present ? present : Map.of();
            writeFields(struct, repetition, value == null ? definition : definition + 1);
        }

        /** Writes the fields, at the same definition level, which is the struct's own. */
        void writeFields(Map<?, ?> struct, int repetition, int definition) {
            for (int field = 0; field < fields.size(); field++) {
                fields.get(field).write(struct.get(names.get(field)), repetition, definition);
            }
        }
    }

    /** A list; its elements repeat at a level. */
    record Elements(ParquetNode element, int level) implements ParquetNode {
        @Override
        public void write(@Nullable Object value, int repetition, int definition) {
            if (!(value instanceof List<?> list)) {
                element.write(null, repetition, definition);
                return;
            }
            if (list.isEmpty()) {
                element.write(null, repetition, definition + 1);
            }
            for (int index = 0; index < list.size(); index++) {
                element.write(list.get(index), index == 0 ? repetition : level, definition + 2);
            }
        }
    }
}
