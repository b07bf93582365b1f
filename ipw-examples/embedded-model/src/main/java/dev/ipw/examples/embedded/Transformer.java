package dev.ipw.examples.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A decoder-only transformer with learned positions, which computes, token by token, the probability of each next
 * character.
 *
 * <p>It is immutable, hence safe to share between threads; each generation has a {@link DecodingState} of its own.
 */
final class Transformer {

    /** The maximum size of a file: the three models together are smaller; anything larger is not one of them. */
    private static final int LARGEST_FILE_BYTES = 16 << 20;

    private final TransformerConfig config;
    /** Shape [vocabulary, width]. */
    private final float[] tokenEmbedding;
    /** Shape [context, width]. */
    private final float[] positionEmbedding;

    private final List<TransformerBlock> blocks;
    private final Normalization finalNormalization;
    private final Matrix output;

    private Transformer(Safetensors file) {
        config = TransformerConfig.from(file);
        int width = config.width();
        int characters = config.vocabulary().length();
        tokenEmbedding = file.floats("token_embedding.weight", characters, width);
        positionEmbedding = file.floats("position_embedding.weight", config.context(), width);
        List<TransformerBlock> read = new ArrayList<>();
        for (int layer = 0; layer < config.layers(); layer++) {
            read.add(new TransformerBlock(file, config, layer));
        }
        blocks = List.copyOf(read);
        finalNormalization = new Normalization(file.floats("final_norm.weight", width));
        output = Matrix.ofRows(file.floats("output.weight", characters, width), characters, width);
    }

    /**
     * Loads a model from the class path.
     *
     * @throws IllegalStateException if the artifact was packed without its weights
     */
    static Transformer load(ModelSize size) {
        try (InputStream stream = Transformer.class.getResourceAsStream(size.resource())) {
            if (stream == null) {
                throw new IllegalStateException("The weights " + size.resource()
                        + " are not beside " + Transformer.class.getName() + "; use the complete artifact");
            }
            return new Transformer(Safetensors.read(size.resource(), stream, LARGEST_FILE_BYTES));
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot read " + size.resource() + " from the class path", failure);
        }
    }

    /**
     * Builds a model from a weight file.
     *
     * @throws SafetensorsException if the file's metadata and tensors are not a model
     */
    static Transformer of(Safetensors file) {
        return new Transformer(file);
    }

    /** Returns the model's shape. */
    TransformerConfig config() {
        return config;
    }

    /** Starts a generation without tokens. */
    DecodingState start() {
        return new DecodingState(config);
    }

    /**
     * Feeds a prompt.
     *
     * @param tokens at least one, and at most the remaining places of the context
     * @return one number per character of the vocabulary, larger for more likely ones; overwritten by the next call
     */
    float[] prefill(DecodingState state, int[] tokens) {
        if (tokens.length == 0) {
            throw new IllegalArgumentException("A prompt needs at least one token; begin it with a newline");
        }
        for (int token : tokens) {
            pass(state, token);
        }
        // Only the prediction after the last token is needed, so the output matrix is applied once.
        return logits(state);
    }

    /**
     * Feeds one more token.
     *
     * @return the numbers that {@link #prefill} returns
     */
    float[] step(DecodingState state, int token) {
        pass(state, token);
        return logits(state);
    }

    private void pass(DecodingState state, int token) {
        if (state.full()) {
            throw new IllegalStateException(
                    "The context of " + config.context() + " tokens is full; begin a new generation");
        }
        int width = config.width();
        int character = token * width;
        int position = state.length() * width;
        for (int index = 0; index < width; index++) {
            state.residual[index] = tokenEmbedding[character + index] + positionEmbedding[position + index];
        }
        for (TransformerBlock block : blocks) {
            block.apply(state);
        }
        state.tokenDone();
    }

    private float[] logits(DecodingState state) {
        finalNormalization.apply(state.residual, state.normed);
        output.multiply(state.normed, state.logits);
        return state.logits;
    }
}
