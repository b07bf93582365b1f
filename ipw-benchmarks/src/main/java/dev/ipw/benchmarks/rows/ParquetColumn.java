package dev.ipw.benchmarks.rows;

import dev.hardwood.reader.ColumnReader;
import dev.hardwood.reader.Validity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A reader of the values of one field, made of the columns below it. Load a batch before reading its values. */
sealed interface ParquetColumn permits ParquetLeaf, ParquetColumn.Structs, ParquetColumn.Lists, ParquetColumn.Maps {
    /** Loads the current batch of the columns below. */
    void load();

    /** Returns the value at a place of the batch, or null where there is none. */
    @Nullable
    Object value(int index);

    /**
     * The facts of one group of the file on its values: their presence, and the places of their elements.
     *
     * @param below any column below the group
     * @param layer the number of groups around this one with such facts
     */
    record Group(ColumnReader below, int layer) {
        Validity validity() {
            return below.getLayerValidity(layer);
        }

        int[] offsets() {
            return below.getLayerOffsets(layer);
        }
    }

    /** A reader of structs. */
    final class Structs implements ParquetColumn {
        private final @Nullable Group group;
        private final Map<String, ParquetColumn> fields;
        private Validity present = Validity.NO_NULLS;

        /**
         * Makes a reader of structs.
         *
         * @param group  the group with their presence; null if all are present
         * @param fields their fields
         */
        Structs(@Nullable Group group, Map<String, ParquetColumn> fields) {
            this.group = group;
            this.fields = fields;
        }

        @Override
        public void load() {
            present = group == null ? Validity.NO_NULLS : group.validity();
            fields.values().forEach(ParquetColumn::load);
        }

        @Override
        public @Nullable Object value(int index) {
            return present.isNull(index) ? null : row(index);
        }

        /** Returns a struct that is present, or a row of the table. */
        Map<String, @Nullable Object> row(int index) {
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            fields.forEach((name, field) -> values.put(name, field.value(index)));
            return values;
        }
    }

    /** A reader of lists. */
    final class Lists implements ParquetColumn {
        private final Group group;
        private final ParquetColumn element;
        private Validity present = Validity.NO_NULLS;
        private int[] offsets = {};

        Lists(Group group, ParquetColumn element) {
            this.group = group;
            this.element = element;
        }

        @Override
        public void load() {
            present = group.validity();
            offsets = group.offsets();
            element.load();
        }

        @Override
        public @Nullable Object value(int index) {
            if (present.isNull(index)) {
                return null;
            }
            List<@Nullable Object> values = new ArrayList<>(offsets[index + 1] - offsets[index]);
            for (int place = offsets[index]; place < offsets[index + 1]; place++) {
                values.add(element.value(place));
            }
            return values;
        }
    }

    /** A reader of maps. Their keys become text. */
    final class Maps implements ParquetColumn {
        private final Group group;
        private final ParquetColumn key;
        private final @Nullable ParquetColumn element;
        private Validity present = Validity.NO_NULLS;
        private int[] offsets = {};

        /**
         * Makes a reader of maps.
         *
         * @param group   the group with the places of their entries
         * @param key     the reader of the keys
         * @param element the reader of the values; null if the file keeps none
         */
        Maps(Group group, ParquetColumn key, @Nullable ParquetColumn element) {
            this.group = group;
            this.key = key;
            this.element = element;
        }

        @Override
        public void load() {
            present = group.validity();
            offsets = group.offsets();
            key.load();
            if (element != null) {
                element.load();
            }
        }

        @Override
        public @Nullable Object value(int index) {
            if (present.isNull(index)) {
                return null;
            }
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            for (int place = offsets[index]; place < offsets[index + 1]; place++) {
                values.put(String.valueOf(key.value(place)), element == null ? null : element.value(place));
            }
            return values;
        }
    }
}
