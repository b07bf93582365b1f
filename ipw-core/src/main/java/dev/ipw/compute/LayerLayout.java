package dev.ipw.compute;

import dev.ipw.compute.ModelCard.AttentionShape;
import java.util.Optional;

/** The count of the layers of a kind of model whose layers may differ. */
interface LayerLayout {
    /**
     * Counts one layer.
     *
     * @param index its place, from 0
     */
    Layer layer(int index);

    /**
     * The numbers of one layer.
     *
     * @param total     all numbers
     * @param active    the numbers that a token passes through
     * @param attention its attention; empty if it does not grow with the context
     */
    record Layer(long total, long active, Optional<AttentionShape> attention) {}
}
