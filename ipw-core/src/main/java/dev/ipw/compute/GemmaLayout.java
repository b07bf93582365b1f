package dev.ipw.compute;

import dev.ipw.compute.ModelCard.AttentionShape;
import dev.ipw.error.InputException;
import java.util.Optional;
import java.util.OptionalLong;

import static dev.ipw.compute.ConfigSizes.product;
import static dev.ipw.compute.ConfigSizes.sum;

/**
 * The layers of Gemma 3 and 4: five layers attend to a window, the sixth to everything. The fourth generation's full
 * layers have heads of their own size, may use their keys as values, and may have experts beside the feed-forward.
 */
record GemmaLayout(ConfigSizes sizes, boolean isFourth) implements LayerLayout {
    private static final String FULL = "full_attention";

    GemmaLayout {
        // The small models look up tables in every layer and share caches between layers, which is not modelled.
        if ((isFourth && sizes.count("hidden_size_per_layer_input") > 0) || sizes.count("num_kv_shared_layers") > 0) {
            throw new InputException(sizes.place() + ": inputs of each layer (hidden_size_per_layer_input) and caches"
                    + " that layers share (num_kv_shared_layers) are not modelled. A GGUF file of the model tells its"
                    + " sizes too");
        }
    }

    @Override
    public Layer layer(int index) {
        long hidden = sizes.size("hidden_size");
        boolean isFull = sizes.kind(index, FULL, "sliding_attention", "sliding_window_pattern", 6).equals(FULL);
        boolean hasOwnHeads = isFourth && isFull;
        boolean isKeyValue = hasOwnHeads && sizes.isOn("attention_k_eq_v");
        long head = hasOwnHeads ? sizes.size("global_head_dim") : sizes.size("head_dim", 256);
        long plainKeyValueHeads = sizes.size("num_key_value_heads", 4);
        long keyValueHeads = isKeyValue
                ? sizes.size("num_global_key_value_heads", plainKeyValueHeads)
                : plainKeyValueHeads;
        long queries = product(sizes.size("num_attention_heads", 8), head);
        long keys = product(keyValueHeads, head);
        long attention = sum(2 * product(hidden, queries), product(isKeyValue ? 1 : 2, hidden, keys), 2 * head);
        long beside = sum(attention, 4 * hidden, isFourth ? 1 : 0, sizes.gated(sizes.size("intermediate_size")));
        AttentionShape shape = new AttentionShape(1, queries, queries, 2 * keys,
                isFull ? OptionalLong.empty() : OptionalLong.of(sizes.size("sliding_window")), false);
        if (!sizes.isOn("enable_moe_block")) {
            return new Layer(beside, beside, Optional.of(shape));
        }
        long experts = sizes.size("num_experts");
        long expert = sizes.gated(sizes.size("moe_intermediate_size"));
        // Three more norms, the router and its scales.
        long router = sum(3 * hidden, product(hidden, experts), hidden, experts);
        return new Layer(sum(beside, router, product(experts, expert)),
                sum(beside, router, product(sizes.used("top_k_experts", experts), expert)), Optional.of(shape));
    }
}
