package dev.ipw.compute;

import dev.ipw.error.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * The sizes of a model, which give the work of a token.
 *
 * @param name        the name of the model
 * @param source      the source of its sizes in plain words
 * @param parameters  the numbers of its parts
 * @param shape       the sizes of its layers
 * @param attention   the attention of its layers, each kind once, without layers of linear attention
 * @param precision   the precision of its matrix multiplications according to its file; empty if it is not certain
 * @param weightBytes the bytes of all its numbers; empty if they are not known
 */
@API(status = API.Status.EXPERIMENTAL)
public record ModelCard(String name, String source, Parameters parameters, Shape shape,
        List<AttentionShape> attention, Optional<Precision> precision, OptionalLong weightBytes) {
    private static final String CONFIG = "config.json";

    /** Copies the list and refuses nulls. */
    public ModelCard {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(parameters, "parameters");
        Objects.requireNonNull(shape, "shape");
        attention = List.copyOf(attention);
        Objects.requireNonNull(precision, "precision");
        Objects.requireNonNull(weightBytes, "weightBytes");
    }

    /**
     * Reads a model's sizes from a file of it.
     *
     * @param file a GGUF file, a HuggingFace {@code config.json}, or a folder with one
     * @return its card
     * @throws InputException if it cannot be read, or the kind of model is not known
     */
    public static ModelCard read(Path file) {
        Path found = Files.isDirectory(file) ? file.resolve(CONFIG) : file;
        return String.valueOf(found.getFileName()).toLowerCase(Locale.ROOT).endsWith(".gguf")
                ? GgufCard.read(found)
                : ConfigCard.read(found);
    }

    /**
     * Finds a model in the short list that comes with this library.
     *
     * @param name its exact name, as its server knows it
     * @return its card, without precision or weights, because a name does not show how a server stores them; empty if
     *         it is not listed
     */
    public static Optional<ModelCard> shipped(String name) {
        return ShippedCards.find(name);
    }

    /** Returns a copy with the size of the weights in the precision that the user names. */
    public ModelCard heldIn(Precision chosen) {
        OptionalLong bytes = weightBytes.isPresent() && (precision.isEmpty() || precision.get() == chosen)
                ? weightBytes
                : OptionalLong.of(Math.round(parameters.total() * chosen.bytes()));
        return new ModelCard(name, source, parameters, shape, attention, Optional.of(chosen), bytes);
    }

    /**
     * The numbers of a model's parts.
     *
     * @param total       all its numbers
     * @param activeBlock the numbers of its layers that a token passes through; fewer than all in a mixture of experts
     * @param embedding   the table that turns tokens into vectors, which is looked up and not multiplied
     * @param head        the matrix that turns vectors into tokens, multiplied once for each token of an answer
     * @param isTied      whether that matrix is the table, and held once
     */
    public record Parameters(long total, long activeBlock, long embedding, long head, boolean isTied) {
        /**
         * Counts all parameters that a token passes through.
         *
         * @return layers, embedding and head; the number that makers call active parameters
         */
        public long active() {
            return activeBlock + embedding + (isTied ? 0 : head);
        }

        /** Counts the numbers of all layers, including those of every expert. */
        public long block() {
            return total - embedding - (isTied ? 0 : head);
        }
    }

    /**
     * The sizes of a model's layers.
     *
     * @param layers        the number of layers
     * @param hiddenSize    the width between layers
     * @param heads         attention heads of a layer
     * @param keyValueHeads the number of heads with keys and values of their own
     * @param headSize      the size of a key
     * @param vocabulary    the number of tokens that it knows
     */
    public record Shape(int layers, int hiddenSize, int heads, int keyValueHeads, int headSize, int vocabulary) {}

    /**
     * The widths of a layer's attention, summed over its heads, and the number of layers with it. Layers without
     * attention that grows with the context are not counted.
     *
     * @param layers     the number of layers with this attention
     * @param keyWidth   numbers by which a query is compared with each token before it: heads times the size of a key
     * @param valueWidth numbers that are mixed from each token before it: heads times the size of a value
     * @param cacheWidth numbers in the cache for each token
     * @param window     the maximum number of previous tokens to which a token attends; empty for all of them
     * @param isChunked  whether the window starts over after that number of tokens, instead of moving with each token
     */
    public record AttentionShape(int layers, long keyWidth, long valueWidth, long cacheWidth, OptionalLong window,
            boolean isChunked) {
        /** Refuses nulls. */
        public AttentionShape {
            Objects.requireNonNull(window, "window");
        }

        /** Returns the same attention in another number of layers. */
        AttentionShape in(int count) {
            return new AttentionShape(count, keyWidth, valueWidth, cacheWidth, window, isChunked);
        }

        /**
         * Sums the numbers of tokens to which the tokens after the first {@code before} ones attend, up to the
         * {@code last}.
         */
        public double looks(long before, long last) {
            long most = window.orElse(Long.MAX_VALUE);
            if (isChunked) {
                return chunked(last, most) - chunked(before, most);
            }
            long growing = Math.min(last, most);
            double sum = growing > before
                    ? ((double) growing * (growing + 1) - (double) before * (before + 1)) / 2
                    : 0;
            long capped = last - Math.max(before, growing);
            return capped > 0 ? sum + (double) capped * most : sum;
        }

        private static double chunked(long tokens, long chunk) {
            long whole = tokens / chunk;
            double rest = tokens % chunk;
            return whole * ((double) chunk * (chunk + 1) / 2) + rest * (rest + 1) / 2;
        }
    }
}
