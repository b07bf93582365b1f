package dev.ipw.benchmarks.rows;

import dev.hardwood.metadata.RepetitionType;
import dev.hardwood.reader.ColumnReader;
import dev.hardwood.schema.ColumnProjection;
import dev.hardwood.schema.ColumnSchema;
import dev.hardwood.schema.FileSchema;
import dev.hardwood.schema.SchemaNode;
import dev.hardwood.schema.SchemaNode.GroupNode;
import dev.hardwood.schema.SchemaNode.PrimitiveNode;
import dev.ipw.benchmarks.rows.ParquetColumn.Group;
import dev.ipw.error.InputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * The columns of a file that are read, and the structure of their values.
 *
 * @param file   the file's schema
 * @param fields the fields of a row that are read
 */
record ParquetSchema(FileSchema file, List<SchemaNode> fields) {
    private static final int MAX_LEVELS = 100;

    /**
     * Chooses the fields.
     *
     * @param file   the file's schema
     * @param wanted names of fields; all are read if it is empty, or none of them is in the file
     */
    static ParquetSchema of(FileSchema file, Set<String> wanted) {
        List<SchemaNode> all = file.getRootNode().children();
        List<SchemaNode> chosen = all.stream().filter(field -> wanted.contains(field.name())).toList();
        return new ParquetSchema(file, chosen.isEmpty() ? all : chosen);
    }

    /** Returns the columns that must be read, in the order of the file. */
    List<ColumnSchema> columns() {
        List<ColumnSchema> columns = new ArrayList<>();
        fields.forEach(field -> collect(field, columns, 0));
        return columns;
    }

    private void collect(SchemaNode node, List<ColumnSchema> columns, int level) {
        if (level > MAX_LEVELS) {
            throw new InputException("its columns are nested deeper than " + MAX_LEVELS
                    + " levels; write it again with fewer");
        }
        switch (node) {
            case PrimitiveNode leaf -> columns.add(file.getColumn(leaf.columnIndex()));
            case GroupNode group -> group.children().forEach(child -> collect(child, columns, level + 1));
        }
    }

    /**
     * Returns the columns that the library reads: at least those of this schema, or all where it would confuse two
     * names.
     */
    ColumnProjection projection() {
        List<ColumnSchema> columns = columns();
        return columns.stream().allMatch(this::isFoundByName)
                ? ColumnProjection.columns(columns.stream().map(ColumnSchema::fieldPath)
                        .map(path -> String.join(".", path.elements())).toArray(String[]::new))
                : ColumnProjection.all();
    }

    /**
     * Returns whether the library finds a column by its name. It takes a dot for a step down, and a bare name for that
     * of any column, however deep.
     */
    private boolean isFoundByName(ColumnSchema column) {
        List<String> path = column.fieldPath().elements();
        if (path.stream().anyMatch(name -> name.isEmpty() || name.contains("."))) {
            return false;
        }
        return path.size() > 1 || file.getColumns().stream().filter(other -> other.name().equals(column.name()))
                .limit(1).allMatch(first -> first.columnIndex() == column.columnIndex());
    }

    /**
     * Combines the columns into rows.
     *
     * @param readers the readers by the number of their column in the file
     */
    ParquetColumn.Structs rows(IntFunction<ColumnReader> readers) {
        return new ParquetColumn.Structs(null, new Builder(readers).fields(fields, 0));
    }

    /**
     * A builder of columns. A layer is a group with facts on its values: their presence, or the places of their
     * elements.
     */
    private record Builder(IntFunction<ColumnReader> readers) {
        Map<String, ParquetColumn> fields(List<SchemaNode> nodes, int layer) {
            Map<String, ParquetColumn> fields = new LinkedHashMap<>();
            for (SchemaNode node : nodes) {
                if (fields.put(node.name(), column(node, layer)) != null) {
                    throw new InputException("two columns are named '" + node.name() + "'; rename one of them");
                }
            }
            return fields;
        }

        private ParquetColumn column(SchemaNode node, int layer) {
            return switch (node) {
                case PrimitiveNode leaf when leaf.repetitionType() == RepetitionType.REPEATED ->
                    new ParquetColumn.Lists(layer(node, layer), leaf(leaf));
                case PrimitiveNode leaf -> leaf(leaf);
                case GroupNode group when group.isList() -> list(group, layer);
                case GroupNode group when group.isMap() -> map(group, layer);
                case GroupNode group when group.isVariant() -> throw notUnderstood(group);
                case GroupNode group -> struct(group, layer);
            };
        }

        private ParquetColumn struct(GroupNode group, int layer) {
            return switch (group.repetitionType()) {
                case REQUIRED -> bare(group, layer);
                case OPTIONAL -> new ParquetColumn.Structs(layer(group, layer), fields(group.children(), layer + 1));
                case REPEATED -> new ParquetColumn.Lists(layer(group, layer), bare(group, layer + 1));
            };
        }

        /** Makes a struct that is always present, about which the group has no facts. */
        private ParquetColumn bare(GroupNode group, int layer) {
            return new ParquetColumn.Structs(null, fields(group.children(), layer));
        }

        private ParquetColumn list(GroupNode group, int layer) {
            SchemaNode element = group.getListElement();
            if (element == null) {
                throw notUnderstood(group);
            }
            return new ParquetColumn.Lists(layer(group, layer), switch (element) {
                // The element itself repeats: the list around it already has that fact.
                case PrimitiveNode leaf -> leaf(leaf);
                case GroupNode inner when inner.repetitionType() == RepetitionType.REPEATED && !inner.isList()
                        && !inner.isMap() ->
                    bare(inner, layer + 1);
                case GroupNode inner -> column(inner, layer + 1);
            });
        }

        private ParquetColumn map(GroupNode group, int layer) {
            SchemaNode key = group.getMapKey();
            SchemaNode element = group.getMapValue();
            if (key == null) {
                throw notUnderstood(group);
            }
            return new ParquetColumn.Maps(layer(group, layer), column(key, layer + 1),
                    element == null ? null : column(element, layer + 1));
        }

        private ParquetColumn leaf(PrimitiveNode leaf) {
            return new ParquetLeaf(leaf, readers.apply(leaf.columnIndex()));
        }

        private Group layer(SchemaNode node, int layer) {
            SchemaNode below = node;
            while (below instanceof GroupNode group) {
                below = group.children().getFirst();
            }
            return new Group(readers.apply(((PrimitiveNode) below).columnIndex()), layer);
        }

        private static InputException notUnderstood(GroupNode group) {
            return new InputException("the column '" + group.name()
                    + "' is a list, map or variant of a kind that is not understood; "
                    + "write it as a list, a struct or text");
        }
    }
}
