package dev.ipw.compute;

import dev.ipw.error.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Hold the sizes of a model that tell how much work a token is.
 *
 * @param name                 the model
 * @param source               where its sizes come from, in words
 * @param totalParameters      all its numbers
 * @param activeBlockParameters those of its layers that a token passes through; fewer than all in a mixture of experts
 * @param embeddingParameters  the table that turns tokens into vectors, which is looked up and not multiplied
 * @param headParameters       the matrix that turns vectors into tokens, multiplied once for each token of an answer
 * @param isTied               whether that matrix is the table, and held once
 * @param layers               layers
 * @param hiddenSize           the width between layers
 * @param heads                attention heads of a layer
 * @param keyValueHeads        those of them that keys and values have
 * @param headSize             the size of a key
 * @param vocabulary           how many tokens it knows
 * @param attention            the attention of its layers, each kind once; layers of linear attention are in none
 * @param precision            what its matrices are multiplied in, as its file says; empty if that is not certain
 * @param weightBytes          the room of all its numbers; empty if it is not known
 */
public record ModelCard(String name, String source, long totalParameters, long activeBlockParameters,
        long embeddingParameters, long headParameters, boolean isTied, int layers, int hiddenSize, int heads,
        int keyValueHeads, int headSize, int vocabulary, List<AttentionShape> attention, Optional<Precision> precision,
        OptionalLong weightBytes) {
    private static final String CONFIG = "config.json";

    /** Copies the list and refuses nulls. */
    public ModelCard {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(source, "source");
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
     * @return its card, without precision or weights: how a server holds them is not in a name; empty if it is not listed
     */
    public static Optional<ModelCard> shipped(String name) {
        return ShippedCards.find(name);
    }

    /**
     * Counts what a token passes through in all.
     *
     * @return layers, embedding and head; what a maker calls active parameters
     */
    public long activeParameters() {
        return activeBlockParameters + embeddingParameters + (isTied ? 0 : headParameters);
    }

    /** Counts the numbers of all layers, those of every expert among them. */
    public long blockParameters() {
        return totalParameters - embeddingParameters - (isTied ? 0 : headParameters);
    }

    /** Returns what the weights take if they are held in a precision that a person names. */
    public ModelCard heldIn(Precision chosen) {
        OptionalLong bytes = weightBytes.isPresent() && (precision.isEmpty() || precision.get() == chosen)
                ? weightBytes
                : OptionalLong.of(Math.round(totalParameters * chosen.bytes()));
        return new ModelCard(name, source, totalParameters, activeBlockParameters, embeddingParameters, headParameters,
                isTied, layers, hiddenSize, heads, keyValueHeads, headSize, vocabulary, attention,
                Optional.of(chosen), bytes);
    }

    /**
     * Hold the widths of a layer's attention, summed over its heads, and in how many layers it is so. Layers without attention
     * that grows with the context are in none.
     *
     * @param layers     how many layers have this attention
     * @param keyWidth   numbers that a query is compared by with each token before it: heads times the size of a key
     * @param valueWidth numbers that are mixed of each token before it: heads times the size of a value
     * @param cacheWidth numbers that the cache holds of a token
     * @param window     how many tokens back a token looks at most; empty if at all of them
     * @param isChunked  whether the window begins anew after so many tokens, instead of moving along with each
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

        /** Sums how many tokens are looked at by those that follow the first {@code before} ones, up to the {@code last}. */
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
