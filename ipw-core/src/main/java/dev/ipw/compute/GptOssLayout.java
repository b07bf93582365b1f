package dev.ipw.compute;

import dev.ipw.compute.ModelCard.AttentionShape;
import java.util.Optional;
import java.util.OptionalLong;

import static dev.ipw.compute.ConfigSizes.product;
import static dev.ipw.compute.ConfigSizes.sum;

/**
 * The layers of gpt-oss: every other layer attends to a window, and every matrix of attention and experts has a bias.
 */
record GptOssLayout(ConfigSizes sizes) implements LayerLayout {
    private static final String SLIDING = "sliding_attention";

    @Override
    public Layer layer(int index) {
        long hidden = sizes.size("hidden_size");
        long heads = sizes.size("num_attention_heads");
        long keyValueHeads = sizes.size("num_key_value_heads");
        long head = sizes.headSize(hidden, heads);
        long queries = product(heads, head);
        long keys = product(keyValueHeads, head);
        // Each head has a sink for the attention that no token gets.
        long attention = sum(product(hidden, queries), queries, 2 * product(hidden, keys), 2 * keys,
                product(queries, hidden), hidden, heads);
        long expertSize = sizes.size("intermediate_size");
        long expert = sum(sizes.gated(expertSize), 2 * expertSize, hidden);
        long experts = sizes.size("num_local_experts");
        long used = sizes.used("num_experts_per_tok", experts);
        long beside = sum(attention, product(hidden, experts), experts, 2 * hidden);
        boolean isSliding = sizes.kind(index, "full_attention", SLIDING, "layer_interval", 2).equals(SLIDING);
        return new Layer(sum(beside, product(experts, expert)), sum(beside, product(used, expert)),
                Optional.of(new AttentionShape(1, queries, queries, 2 * keys,
                        isSliding ? OptionalLong.of(sizes.size("sliding_window")) : OptionalLong.empty(), false)));
    }
}
