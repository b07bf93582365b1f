package dev.ipw.internal.table;

import dev.ipw.internal.table.ColumnType.Leaf;
import dev.ipw.internal.table.ColumnType.ListOf;
import dev.ipw.internal.table.ColumnType.Struct;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** The translation of column types into Arrow's. Every field is nullable and none has Arrow's Null type. */
final class ArrowSchema {
    private ArrowSchema() {}

    static Schema of(Struct struct, Map<String, String> metadata) {
        return new Schema(fieldsOf(struct), metadata);
    }

    private static List<Field> fieldsOf(Struct struct) {
        return struct.fields().entrySet().stream().map(field -> fieldOf(field.getKey(), field.getValue())).toList();
    }

    private static Field fieldOf(String name, ColumnType type) {
        return switch (type) {
            case Leaf leaf -> new Field(name, FieldType.nullable(arrowType(leaf)), List.of());
            case ListOf list -> new Field(name, FieldType.nullable(ArrowType.List.INSTANCE),
                    List.of(fieldOf("item", list.element())));
            case Struct struct ->
                new Field(name, FieldType.nullable(ArrowType.Struct.INSTANCE), fieldsOf(struct));
        };
    }

    private static ArrowType arrowType(Leaf leaf) {
        return switch (leaf) {
            case TEXT -> ArrowType.Utf8.INSTANCE;
            case WHOLE -> new ArrowType.Int(64, true);
            case REAL -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
            case TRUTH -> ArrowType.Bool.INSTANCE;
        };
    }
}
