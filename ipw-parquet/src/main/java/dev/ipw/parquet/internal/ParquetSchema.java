package dev.ipw.parquet.internal;

import dev.ipw.internal.table.ColumnType;
import dev.ipw.internal.table.ColumnType.Leaf;
import dev.ipw.internal.table.ColumnType.ListOf;
import dev.ipw.internal.table.ColumnType.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The columns of a file, and their description. Parquet cannot hold a struct without fields, so that those are left
 * out, and lists of them.
 */
final class ParquetSchema {
    private static final int OPTIONAL = 1;
    private static final int REPEATED = 2;
    private static final int UTF8 = 0;
    private static final int LIST = 3;
    private static final int LOGICAL_TEXT = 1;
    private static final int LOGICAL_LIST = 3;

    private final List<ParquetColumn> columns = new ArrayList<>();
    private final Bytes described = new Bytes();
    private final ParquetNode.Group rows;
    private int parts;

    ParquetSchema(Struct table) {
        List<Map.Entry<String, ColumnType>> fields = stored(table);
        describe(part -> part.text(4, "schema").number(5, fields.size()));
        this.rows = group(fields, List.of(), 0, 0);
    }

    /** Returns the writer of a row. */
    ParquetNode.Group rows() {
        return rows;
    }

    List<ParquetColumn> columns() {
        return columns;
    }

    /** Writes the description as the field of a struct. */
    void describe(CompactStruct file, int id) {
        file.structs(id, described, parts);
    }

    private void describe(Consumer<CompactStruct> part) {
        CompactStruct.write(described, part);
        parts++;
    }

    private ParquetNode.Group group(List<Map.Entry<String, ColumnType>> fields, List<String> path, int repetition,
            int definition) {
        return new ParquetNode.Group(fields.stream().map(Map.Entry::getKey).toList(), fields.stream()
                .map(field -> node(field.getKey(), field.getValue(), path, repetition, definition)).toList());
    }

    /** Describes a part and creates its writer; the levels are those of the part around it. */
    private ParquetNode node(String name, ColumnType type, List<String> outer, int repetition, int definition) {
        List<String> path = inside(outer, name);
        return switch (type) {
            case Struct struct -> {
                List<Map.Entry<String, ColumnType>> fields = stored(struct);
                describe(part -> part.number(3, OPTIONAL).text(4, name).number(5, fields.size()));
                yield group(fields, path, repetition, definition + 1);
            }
            case ListOf list -> {
                describe(part -> part.number(3, OPTIONAL).text(4, name).number(5, 1).number(6, LIST)
                        .struct(10, logical -> logical.struct(LOGICAL_LIST, empty -> {})));
                describe(part -> part.number(3, REPEATED).text(4, "list").number(5, 1));
                yield new ParquetNode.Elements(
                        node("element", list.element(), inside(path, "list"), repetition + 1, definition + 2),
                        repetition + 1);
            }
            case Leaf leaf -> {
                ParquetColumn column = new ParquetColumn(path, leaf, repetition, definition + 1);
                columns.add(column);
                describe(part -> {
                    part.number(1, column.physicalType()).number(3, OPTIONAL).text(4, name);
                    if (leaf == Leaf.TEXT) {
                        part.number(6, UTF8).struct(10, logical -> logical.struct(LOGICAL_TEXT, empty -> {}));
                    }
                });
                yield column;
            }
        };
    }

    private static List<Map.Entry<String, ColumnType>> stored(Struct struct) {
        return struct.fields().entrySet().stream().filter(field -> isStored(field.getValue())).toList();
    }

    private static boolean isStored(ColumnType type) {
        return switch (type) {
            case Struct struct -> struct.fields().values().stream().anyMatch(ParquetSchema::isStored);
            case ListOf list -> isStored(list.element());
            case Leaf leaf -> true;
        };
    }

    private static List<String> inside(List<String> path, String name) {
        return Stream.concat(path.stream(), Stream.of(name)).toList();
    }
}
