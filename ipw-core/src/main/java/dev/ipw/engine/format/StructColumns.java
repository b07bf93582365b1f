package dev.ipw.engine.format;

import dev.ipw.internal.tree.TreeReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Define the columns of one subject that make up a whole value, which is read again from them alone.
 *
 * @param <S> the value
 */
abstract class StructColumns<S> extends Columns<S> {
    /**
     * Read the value.
     *
     * @throws dev.ipw.error.InputException if it cannot be made of the row
     */
    public abstract S read(TreeReader row);

    /** Read the value, unless every leaf of the row is absent. */
    final Optional<S> readIfAny(TreeReader row) {
        return hasAny(row.asMap()) ? Optional.of(row.as(this::read)) : Optional.empty();
    }

    private static boolean hasAny(@Nullable Object value) {
        return switch (value) {
            case null -> false;
            case Map<?, ?> map -> map.values().stream().anyMatch(StructColumns::hasAny);
            case List<?> list -> !list.isEmpty();
            default -> true;
        };
    }
}
