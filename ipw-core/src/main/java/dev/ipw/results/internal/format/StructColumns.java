package dev.ipw.results.internal.format;

import dev.ipw.internal.tree.TreeReader;
import java.util.Optional;

/**
 * The columns of one subject that make up a whole value, which is read again from them alone.
 *
 * @param <S> the value
 */
abstract class StructColumns<S> extends Columns<S> {
    /**
     * Reads the value.
     *
     * @throws dev.ipw.error.InputException if it cannot be read from the row
     */
    public abstract S read(TreeReader row);

    /** Reads the value, unless every leaf of the row is absent. */
    final Optional<S> readIfAny(TreeReader row) {
        return row.hasAny() ? Optional.of(row.as(this::read)) : Optional.empty();
    }
}
