package dev.ipw.engine.format;

import dev.ipw.internal.table.ColumnType;
import dev.ipw.internal.tree.TreeReader;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Define one column of the run dataset, from which its place in the schema, its writing and its reading follow.
 *
 * @param name    the column's name, without those of the structs around it
 * @param meaning what it holds, with the unit, in a few words
 * @param type    what is stored
 * @param inner   the columns of a struct, or of a list of structs; empty for others
 * @param value   gives the value to store; null if there is none
 * @param reader  reads the value under a name of a row
 * @param <S>     what the value is taken from
 * @param <T>     what the value is read as
 */
record Column<S, T>(String name, String meaning, ColumnType type, List<Column<?, ?>> inner,
        Function<S, @Nullable Object> value, BiFunction<TreeReader, String, T> reader) {
    Column {
        inner = List.copyOf(inner);
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(meaning, "meaning");
    }

    /**
     * Reads the value.
     *
     * @throws dev.ipw.error.InputException if it has the wrong type, or is missing and must be there
     */
    T in(TreeReader row) {
        return reader.apply(row, name);
    }

    /** Takes the value from a part of something larger. */
    <L> Column<L, T> of(Function<L, S> part) {
        return new Column<>(name, meaning, type, inner, whole -> value.apply(part.apply(whole)), reader);
    }

    /** Takes the value from a part that may be absent. */
    <L> Column<L, T> ofOptional(Function<L, Optional<S>> part) {
        return new Column<>(name, meaning, type, inner, whole -> {
            Optional<S> present = part.apply(whole);
            return present.isPresent() ? value.apply(present.get()) : null;
        }, reader);
    }
}
