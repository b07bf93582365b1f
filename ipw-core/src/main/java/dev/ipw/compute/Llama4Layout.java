package dev.ipw.compute;

import dev.ipw.compute.ModelCard.AttentionShape;
import java.util.Optional;
import java.util.OptionalLong;

import static dev.ipw.compute.ConfigSizes.product;
import static dev.ipw.compute.ConfigSizes.sum;

/**
 * The layers of Llama 4: three layers attend within chunks, the fourth to everything; each expert layer has one expert
 * that all tokens use.
 */
record Llama4Layout(ConfigSizes sizes) implements LayerLayout {
    @Override
    public Layer layer(int index) {
        long hidden = sizes.size("hidden_size");
        long heads = sizes.size("num_attention_heads");
        long head = sizes.headSize(hidden, heads);
        long queries = product(heads, head);
        long keys = product(sizes.size("num_key_value_heads"), head);
        long beside = sum(2 * product(hidden, queries), 2 * product(hidden, keys), 2 * hidden);
        AttentionShape shape = new AttentionShape(1, queries, queries, 2 * keys,
                isChunked(index) ? OptionalLong.of(sizes.size("attention_chunk_size")) : OptionalLong.empty(),
                isChunked(index));
        if ((index + 1) % sizes.size("interleave_moe_layer_step", 1) != 0) {
            long dense = sum(beside, sizes.gated(sizes.size("intermediate_size_mlp")));
            return new Layer(dense, dense, Optional.of(shape));
        }
        long experts = sizes.size("num_local_experts");
        long expert = sizes.gated(sizes.size("intermediate_size"));
        long common = sum(beside, expert, product(hidden, experts));
        return new Layer(sum(common, product(experts, expert)),
                sum(common, product(sizes.used("num_experts_per_tok", experts), expert)), Optional.of(shape));
    }

    /**
     * Layers with positions attend within chunks; the file marks them with 1, or each fourth layer has no positions.
     */
    private boolean isChunked(int index) {
        long[] listed = sizes.tree().wholes("no_rope_layers");
        return listed.length > index ? listed[index] != 0 : (index + 1) % sizes.size("no_rope_layer_interval", 4) != 0;
    }
}
