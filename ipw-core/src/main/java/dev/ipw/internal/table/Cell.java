package dev.ipw.internal.table;

import dev.ipw.internal.table.ColumnType.Struct;
import java.util.List;

/** A cell that takes at most one value, of the type of its column. A cell that takes none is absent. */
public interface Cell {
    /** Takes a text. */
    void text(String value);

    /** Takes a whole number. */
    void whole(long value);

    /** Takes a floating-point number. */
    void real(double value);

    /** Takes a truth value. */
    void truth(boolean value);

    /** Takes a list, whose elements a writer writes. */
    <E> void list(List<E> elements, Writer<? super E> writer);

    /** Takes a struct, whose fields write themselves in their order. */
    <S> void struct(S source, List<? extends Field<S>> fields);

    /** Takes a struct whose leaves are all absent, so that readers which index into it find them. */
    void absent(Struct type);

    /**
     * A writer of values into cells.
     *
     * @param <S> the type from which the value is taken
     */
    @FunctionalInterface
    interface Writer<S> {
        /** Writes the value of a source, or nothing if it has none. */
        void write(S source, Cell cell);
    }

    /**
     * A field of a struct, or a column of a table.
     *
     * @param <S> the type from which the value is taken
     */
    interface Field<S> extends Writer<S> {
        /** Returns the field's name. */
        String name();
    }
}
