package dev.ipw.results.internal.format;

import dev.ipw.error.InputException;
import dev.ipw.internal.table.ArrowTableWriter;
import dev.ipw.internal.table.Cell;
import dev.ipw.internal.table.ColumnType;
import dev.ipw.internal.table.ColumnType.Leaf;
import dev.ipw.internal.table.ColumnType.ListOf;
import dev.ipw.internal.table.ColumnType.Struct;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.results.internal.format.ExportedValue.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The columns of one subject, each defined once and in the order in which they are stored. A subclass has a field for
 * each column that is read again.
 *
 * @param <S> the type from which the values are taken
 */
public abstract class Columns<S> {
    private final List<Column<S, ?>> columns = new ArrayList<>();
    private final List<ExportedValue<S>> exported = new ArrayList<>();

    /** Lists the columns in their order. */
    final List<Column<?, ?>> all() {
        return List.copyOf(columns);
    }

    /** Lists the values of the flat table, including those of inner structs. */
    public final List<ExportedValue<S>> exported() {
        return Collections.unmodifiableList(exported);
    }

    /** Returns the type of the struct of these columns. */
    final Struct type() {
        ColumnType.Builder struct = ColumnType.builder();
        columns.forEach(column -> struct.field(column.name(), column.type()));
        return struct.build();
    }

    /** Writes the values; absent ones are null, and a struct is written even if all its values are absent. */
    public final TreeBuilder tree(S source) {
        TreeBuilder tree = TreeBuilder.object();
        columns.forEach(column -> tree.put(column.name(), column.value(source)));
        return tree;
    }

    /** Writes the values of a row. */
    public final Map<String, @Nullable Object> row(S source) {
        return tree(source).build();
    }

    /** Writes the values as a struct. */
    final void write(S source, Cell cell) {
        cell.struct(source, columns);
    }

    /** Writes the values as a row of a table. */
    final void append(ArrowTableWriter table, S source) {
        table.append(source, columns);
    }

    /** Defines a column. */
    final <T> Column<S, T> column(String name, String meaning, ColumnType type, Cell.Writer<S> writer,
            BiFunction<TreeReader, String, T> reader) {
        return add(new Column<>(name, meaning, type, List.of(), writer, reader));
    }

    private <T> Column<S, T> add(Column<S, T> column) {
        columns.add(column);
        return column;
    }

    /** Defines a text that is always present. */
    final Column<S, String> text(String name, String meaning, Function<S, String> value) {
        return column(name, meaning, Leaf.TEXT, (source, cell) -> cell.text(value.apply(source)), TreeReader::text);
    }

    /** Defines a word for a value that is always present. */
    final <T> Column<S, T> word(String name, String meaning, Function<S, String> value, Function<String, T> reader) {
        return column(name, meaning, Leaf.TEXT, (source, cell) -> cell.text(value.apply(source)),
                (row, key) -> row.text(key, reader));
    }

    /** Defines a text. */
    final Column<S, Optional<String>> optionalText(String name, String meaning, Function<S, Optional<String>> value) {
        return column(name, meaning, Leaf.TEXT, (source, cell) -> value.apply(source).ifPresent(cell::text),
                TreeReader::optionalText);
    }

    /** Defines a list of texts. */
    final Column<S, List<String>> texts(String name, String meaning, Function<S, List<String>> value) {
        return column(name, meaning, new ListOf(Leaf.TEXT),
                (source, cell) -> cell.list(value.apply(source), (text, each) -> each.text(text)), TreeReader::texts);
    }

    /** Defines a number. */
    final Column<S, OptionalDouble> real(String name, String meaning, Function<S, OptionalDouble> value) {
        return column(name, meaning, Leaf.REAL, (source, cell) -> value.apply(source).ifPresent(cell::real),
                TreeReader::optionalReal);
    }

    /** Defines a number that is always present. */
    final Column<S, Double> number(String name, String meaning, ToDoubleFunction<S> value) {
        return column(name, meaning, Leaf.REAL, (source, cell) -> cell.real(value.applyAsDouble(source)),
                TreeReader::real);
    }

    /** Defines a count, 0 or more. */
    final Column<S, OptionalLong> count(String name, String meaning, Function<S, OptionalLong> value) {
        return column(name, meaning, Leaf.WHOLE, (source, cell) -> value.apply(source).ifPresent(cell::whole),
                Columns::notNegative);
    }

    /** Defines a whole number. */
    final Column<S, OptionalInt> integer(String name, String meaning, Function<S, OptionalInt> value) {
        return column(name, meaning, Leaf.WHOLE, (source, cell) -> value.apply(source).ifPresent(cell::whole),
                TreeReader::optionalInt);
    }

    /** Defines a moment on the run's clock, in nanoseconds, that is always present. */
    final Column<S, Long> moment(String name, String meaning, ToLongFunction<S> value) {
        return column(name, meaning, Leaf.WHOLE, (source, cell) -> cell.whole(value.applyAsLong(source)), Moments::of);
    }

    /** Defines a moment on the run's clock, in nanoseconds. */
    final Column<S, OptionalLong> optionalMoment(String name, String meaning, Function<S, OptionalLong> value) {
        return column(name, meaning, Leaf.WHOLE, (source, cell) -> value.apply(source).ifPresent(cell::whole),
                Moments::optional);
    }

    /** Defines moments on the run's clock, in nanoseconds. */
    final Column<S, long[]> moments(String name, String meaning, Function<S, long[]> value) {
        return column(name, meaning, new ListOf(Leaf.WHOLE),
                (source, cell) -> cell.list(Arrays.stream(value.apply(source)).boxed().toList(),
                        (moment, each) -> each.whole(moment)),
                Moments::all);
    }

    /** Defines a truth value. */
    final Column<S, Optional<Boolean>> truth(String name, String meaning, Function<S, Optional<Boolean>> value) {
        return column(name, meaning, Leaf.TRUTH, (source, cell) -> value.apply(source).ifPresent(cell::truth),
                TreeReader::optionalTruth);
    }

    /** Defines a struct whose columns are read by the caller, because no value consists of it alone. */
    final <T> Column<S, TreeReader> part(String name, String meaning, Columns<T> group, Function<S, T> part) {
        exported.addAll(group.exported().stream().map(one -> one.of(part)).toList());
        return add(new Column<>(name, meaning, group.type(), group.all(),
                (source, cell) -> group.write(part.apply(source), cell),
                TreeReader::child));
    }

    /** Defines a struct. */
    final <T> Column<S, T> struct(String name, String meaning, StructColumns<T> group, Function<S, T> part) {
        exported.addAll(group.exported().stream().map(one -> one.of(part)).toList());
        return add(new Column<>(name, meaning, group.type(), group.all(),
                (source, cell) -> group.write(part.apply(source), cell),
                (row, key) -> row.child(key, group::read)));
    }

    /** Defines a struct that represents an absent value with absent leaves. */
    final <T> Column<S, Optional<T>> optionalStruct(String name, String meaning, StructColumns<T> group,
            Function<S, Optional<T>> part) {
        exported.addAll(group.exported().stream().map(one -> one.ofOptional(part)).toList());
        Struct type = group.type();
        return add(new Column<>(name, meaning, type, group.all(),
                (source, cell) -> part.apply(source).ifPresentOrElse(present -> group.write(present, cell),
                        () -> cell.absent(type)),
                (row, key) -> row.optionalChild(key).flatMap(group::readIfAny)));
    }

    /** Defines a struct that is itself absent where its value is. */
    final <T> Column<S, Optional<T>> structOrNull(String name, String meaning, StructColumns<T> group,
            Function<S, Optional<T>> part) {
        exported.addAll(group.exported().stream().map(one -> one.ofOptional(part)).toList());
        return add(new Column<>(name, meaning, group.type(), group.all(),
                (source, cell) -> part.apply(source).ifPresent(present -> group.write(present, cell)),
                (row, key) -> row.optionalChild(key).flatMap(group::readIfAny)));
    }

    /**
     * Defines a struct whose columns are read by the caller, and that may represent an absent one with absent leaves.
     */
    final <T> Column<S, TreeReader> optionalPart(String name, String meaning, Columns<T> group,
            Function<S, Optional<T>> part) {
        Struct type = group.type();
        return add(new Column<>(name, meaning, type, group.all(),
                (source, cell) -> part.apply(source).ifPresentOrElse(present -> group.write(present, cell),
                        () -> cell.absent(type)),
                TreeReader::child));
    }

    /** Defines a list of structs. */
    final <T> Column<S, List<T>> structs(String name, String meaning, StructColumns<T> group,
            Function<S, List<T>> parts) {
        return add(new Column<>(name, meaning, new ListOf(group.type()), group.all(),
                (source, cell) -> cell.list(parts.apply(source), group::write),
                (row, key) -> row.children(key, group::read)));
    }

    /** Defines a list of structs that is itself absent if the value is. */
    final <T> Column<S, List<T>> structsOrNull(String name, String meaning, StructColumns<T> group,
            Function<S, Optional<List<T>>> parts) {
        return add(new Column<>(name, meaning, new ListOf(group.type()), group.all(),
                (source, cell) -> parts.apply(source).ifPresent(known -> cell.list(known, group::write)),
                (row, key) -> row.children(key, group::read)));
    }

    /** Includes all columns of another subject, which may be absent. */
    final <T> void includeOptional(Columns<T> group, Function<S, Optional<T>> part) {
        group.columns.forEach(column -> columns.add(column.ofOptional(part)));
    }

    /** Includes all columns of another subject. */
    final <T, G extends Columns<T>> G include(G group, Function<S, T> part) {
        Columns<T> other = group;
        other.columns.forEach(column -> columns.add(column.of(part)));
        exported.addAll(other.exported.stream().map(one -> one.of(part)).toList());
        return group;
    }

    /** Exports a column to the flat table; a list as one text, with blanks between its elements. */
    public final <T> Column<S, T> exported(String name, Column<S, T> column) {
        return exported(name, Place.FIGURE, column);
    }

    /** Exports a column to a place of the flat table. */
    public final <T> Column<S, T> exported(String name, Place place, Column<S, T> column) {
        exported.add(new ExportedValue<>(name, place, column.type() instanceof ListOf
                ? source -> joined(column.value(source))
                : column::value));
        return column;
    }

    /** Exports a value to the flat table that is no column of its own. */
    final void exportedOnly(String name, Place place, Function<S, @Nullable Object> value) {
        exported.add(new ExportedValue<>(name, place, value));
    }

    /** Returns a number or null. */
    public static @Nullable Object orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }

    private static @Nullable Object joined(@Nullable Object list) {
        return list instanceof List<?> elements
                ? String.join(" ", elements.stream().map(String::valueOf).toList())
                : null;
    }

    /** Reads a number that must be 0 or more. */
    private static OptionalLong notNegative(TreeReader row, String key) {
        OptionalLong number = row.optionalWhole(key);
        if (number.isPresent() && number.getAsLong() < 0) {
            throw new InputException(row.place(key) + " must be 0 or more, not " + number.getAsLong());
        }
        return number;
    }
}
