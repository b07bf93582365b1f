package dev.ipw.results.internal.format;

import dev.ipw.internal.table.Cell;
import dev.ipw.internal.table.ColumnType;
import dev.ipw.internal.tree.TreeReader;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One column of the run dataset, which determines its place in the schema, its writing and its reading.
 *
 * @param name    the column's name, without those of the structs around it
 * @param meaning its content, with the unit, in a few words
 * @param type    the stored type
 * @param inner   the columns of a struct, or of a list of structs; empty for others
 * @param writer  writes the value into its cell
 * @param reader  reads the value under a name of a row
 * @param <S>     the type from which the value is taken
 * @param <T>     the type as which the value is read
 */
record Column<S, T>(String name, String meaning, ColumnType type, List<Column<?, ?>> inner,
        Cell.Writer<S> writer, BiFunction<TreeReader, String, T> reader) implements Cell.Field<S> {
    Column {
        inner = List.copyOf(inner);
    }

    @Override
    public void write(S source, Cell cell) {
        writer.write(source, cell);
    }

    /** Returns the value as a tree holds it; null without one. */
    @Nullable
    Object value(S source) {
        return TreeCell.valueOf(source, writer);
    }

    /**
     * Reads the value.
     *
     * @throws dev.ipw.error.InputException if it has the wrong type, or is missing although it is required
     */
    T in(TreeReader row) {
        return reader.apply(row, name);
    }

    /** Returns the row of a struct whose columns are read by the caller. */
    TreeReader part(TreeReader row) {
        return row.child(name);
    }

    /** Takes the value from a part of something larger. */
    <L> Column<L, T> of(Function<L, S> part) {
        return new Column<>(name, meaning, type, inner, (whole, cell) -> write(part.apply(whole), cell), reader);
    }

    /** Takes the value from a part that may be absent. */
    <L> Column<L, T> ofOptional(Function<L, Optional<S>> part) {
        return new Column<>(name, meaning, type, inner,
                (whole, cell) -> part.apply(whole).ifPresent(present -> write(present, cell)), reader);
    }
}
