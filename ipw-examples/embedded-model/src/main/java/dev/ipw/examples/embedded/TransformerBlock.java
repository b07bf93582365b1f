package dev.ipw.examples.embedded;

/**
 * The weights of one block, immutable, with their application to one token: attention over all tokens so far, then a
 * feed-forward part with a rectifier, each normalized before and added to the token's vector after.
 */
final class TransformerBlock {

    private final int layer;
    private final TransformerConfig config;
    private final Normalization attentionNormalization;
    private final Matrix query;
    private final Matrix key;
    private final Matrix value;
    private final Matrix attentionOutput;
    private final Normalization feedForwardNormalization;
    private final Matrix expand;
    private final Matrix contract;

    TransformerBlock(Safetensors file, TransformerConfig config, int layer) {
        this.layer = layer;
        this.config = config;
        String prefix = "blocks." + layer + ".";
        int width = config.width();
        int hidden = config.hidden();
        attentionNormalization = new Normalization(file.floats(prefix + "attention_norm.weight", width));
        query = matrix(file, prefix + "query.weight", width, width);
        key = matrix(file, prefix + "key.weight", width, width);
        value = matrix(file, prefix + "value.weight", width, width);
        attentionOutput = matrix(file, prefix + "attention_output.weight", width, width);
        feedForwardNormalization = new Normalization(file.floats(prefix + "feed_forward_norm.weight", width));
        expand = matrix(file, prefix + "expand.weight", hidden, width);
        contract = matrix(file, prefix + "contract.weight", width, hidden);
    }

    /** Applies the block to {@code state.residual}, the vector of the token at {@code state.length()}. */
    void apply(DecodingState state) {
        attend(state);
        feedForward(state);
    }

    private void attend(DecodingState state) {
        attentionNormalization.apply(state.residual, state.normed);
        query.multiply(state.normed, state.query);
        key.multiply(state.normed, state.keys[layer][state.length()]);
        value.multiply(state.normed, state.values[layer][state.length()]);
        for (int head = 0; head < config.heads(); head++) {
            int begin = head * config.headWidth();
            score(state, begin);
            mix(state, begin);
        }
        attentionOutput.multiply(state.mixed, state.update);
        add(state.update, state.residual);
    }

    /** Sets {@code state.scores} to one head's shares of attention, which sum to 1 over the tokens so far. */
    private void score(DecodingState state, int begin) {
        float[] scores = state.scores;
        int end = begin + config.headWidth();
        float scale = (float) (1 / Math.sqrt(config.headWidth()));
        float largest = Float.NEGATIVE_INFINITY;
        for (int token = 0; token <= state.length(); token++) {
            float[] keys = state.keys[layer][token];
            float product = 0;
            for (int index = begin; index < end; index++) {
                product += state.query[index] * keys[index];
            }
            scores[token] = product * scale;
            largest = Math.max(largest, scores[token]);
        }
        float total = 0;
        for (int token = 0; token <= state.length(); token++) {
            // The largest score is subtracted first, so that no exponential overflows.
            scores[token] = (float) Math.exp(scores[token] - largest);
            total += scores[token];
        }
        for (int token = 0; token <= state.length(); token++) {
            scores[token] /= total;
        }
    }

    private void mix(DecodingState state, int begin) {
        float[] mixed = state.mixed;
        int end = begin + config.headWidth();
        for (int index = begin; index < end; index++) {
            mixed[index] = 0;
        }
        for (int token = 0; token <= state.length(); token++) {
            float share = state.scores[token];
            float[] values = state.values[layer][token];
            for (int index = begin; index < end; index++) {
                mixed[index] += share * values[index];
            }
        }
    }

    private void feedForward(DecodingState state) {
        feedForwardNormalization.apply(state.residual, state.normed);
        expand.multiply(state.normed, state.hidden);
        for (int index = 0; index < state.hidden.length; index++) {
            state.hidden[index] = Math.max(0, state.hidden[index]);
        }
        contract.multiply(state.hidden, state.update);
        add(state.update, state.residual);
    }

    private static void add(float[] from, float[] to) {
        for (int index = 0; index < to.length; index++) {
            to[index] += from[index];
        }
    }

    private static Matrix matrix(Safetensors file, String name, int outputs, int inputs) {
        return Matrix.ofRows(file.floats(name, outputs, inputs), outputs, inputs);
    }
}
