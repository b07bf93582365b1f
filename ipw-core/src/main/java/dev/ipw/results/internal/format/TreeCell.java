package dev.ipw.results.internal.format;

import dev.ipw.internal.table.Cell;
import dev.ipw.internal.table.ColumnType.Struct;
import dev.ipw.internal.tree.TreeBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cell whose value becomes a part of a JSON object or a field of the flat table. */
final class TreeCell implements Cell {
    private @Nullable Object value;

    private TreeCell() {}

    /** Returns the value that a writer writes; null without one. */
    static <S> @Nullable Object valueOf(S source, Writer<S> writer) {
        TreeCell cell = new TreeCell();
        writer.write(source, cell);
        return cell.value;
    }

    @Override
    public void text(String text) {
        value = text;
    }

    @Override
    public void whole(long number) {
        value = number;
    }

    @Override
    public void real(double number) {
        value = number;
    }

    @Override
    public void truth(boolean truth) {
        value = truth;
    }

    @Override
    public <E> void list(List<E> elements, Writer<? super E> writer) {
        value = elements.stream().map(element -> valueOf(element, writer)).toList();
    }

    @Override
    public <S> void struct(S source, List<? extends Field<S>> fields) {
        TreeBuilder tree = TreeBuilder.object();
        fields.forEach(field -> tree.put(field.name(), valueOf(source, field)));
        value = tree.build();
    }

    @Override
    public void absent(Struct type) {
        TreeBuilder tree = TreeBuilder.object();
        type.fields().forEach((name, inner) -> tree.put(name,
                inner instanceof Struct struct ? valueOf(struct, (none, cell) -> cell.absent(none)) : null));
        value = tree.build();
    }
}
