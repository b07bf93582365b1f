package dev.ipw.examples.embedded;

/**
 * The state of one generation: the keys and values of all its tokens, and working memory.
 *
 * <p>It belongs to one thread at a time; the weights are shared.
 */
final class DecodingState {

    /** Keys and values, shape [layers][context][width] each. */
    final float[][][] keys;
    final float[][][] values;
    /** The vector of the current token, length width. */
    final float[] residual;
    final float[] normed;
    final float[] query;
    final float[] mixed;
    final float[] update;
    /** The feed-forward part's inner vector, length hidden. */
    final float[] hidden;
    /** One head's attention to each token, length context. */
    final float[] scores;
    /** One number per character of the vocabulary. */
    final float[] logits;

    private final int context;
    private int length;

    DecodingState(TransformerConfig config) {
        context = config.context();
        keys = new float[config.layers()][context][config.width()];
        values = new float[config.layers()][context][config.width()];
        residual = new float[config.width()];
        normed = new float[config.width()];
        query = new float[config.width()];
        mixed = new float[config.width()];
        update = new float[config.width()];
        hidden = new float[config.hidden()];
        scores = new float[context];
        logits = new float[config.vocabulary().length()];
    }

    /** Returns the number of tokens that went through the model. */
    int length() {
        return length;
    }

    /** Returns whether no further token fits. */
    boolean full() {
        return length == context;
    }

    void tokenDone() {
        length++;
    }
}
