package dev.ipw.results.internal.format;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column of the flat table of a run's queries.
 *
 * @param name  its name there
 * @param place its place in the table
 * @param value returns a text, a number or a truth value; null without one
 * @param <S>   the type from which the value is taken
 */
public record ExportedValue<S>(String name, Place place, Function<S, @Nullable Object> value) {

    /** Takes the value from a part of something larger. */
    <L> ExportedValue<L> of(Function<L, S> part) {
        return new ExportedValue<>(name, place, whole -> value.apply(part.apply(whole)));
    }

    /** Takes the value from a part that may be absent. */
    <L> ExportedValue<L> ofOptional(Function<L, Optional<S>> part) {
        return new ExportedValue<>(name, place, whole -> {
            Optional<S> present = part.apply(whole);
            return present.isPresent() ? value.apply(present.get()) : null;
        });
    }

    /** The places of a value in the table. */
    public enum Place {
        /** Among the first columns, which identify queries. */
        IDENTITY,
        /** After these. */
        FIGURE,
        /** At the end, and only on request: a long text. */
        TEXT
    }
}
