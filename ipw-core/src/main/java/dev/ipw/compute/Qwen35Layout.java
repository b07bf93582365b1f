package dev.ipw.compute;

import dev.ipw.compute.ModelCard.AttentionShape;
import java.util.Optional;
import java.util.OptionalLong;

import static dev.ipw.compute.ConfigSizes.product;
import static dev.ipw.compute.ConfigSizes.sum;

/** The layers of Qwen3.5: three layers of linear attention, whose state does not grow, then one of gated attention. */
record Qwen35Layout(ConfigSizes sizes, boolean hasExperts) implements LayerLayout {
    private static final String FULL = "full_attention";

    @Override
    public Layer layer(int index) {
        long hidden = sizes.size("hidden_size");
        boolean isFull = sizes.kind(index, FULL, "linear_attention", "full_attention_interval", 4).equals(FULL);
        long beside = sum(isFull ? gatedAttention(hidden) : linearAttention(hidden), 2 * hidden);
        Optional<AttentionShape> shape = isFull ? Optional.of(shape(hidden)) : Optional.empty();
        if (!hasExperts) {
            long dense = sum(beside, sizes.gated(sizes.size("intermediate_size")));
            return new Layer(dense, dense, shape);
        }
        long experts = sizes.size("num_experts");
        long expert = sizes.gated(sizes.size("moe_intermediate_size"));
        long common = sum(beside, sizes.gated(sizes.size("shared_expert_intermediate_size")), hidden,
                product(hidden, experts));
        return new Layer(sum(common, product(experts, expert)),
                sum(common, product(sizes.used("num_experts_per_tok", experts), expert)), shape);
    }

    /** In addition to the queries there is a gate of the same width. */
    private long gatedAttention(long hidden) {
        long heads = sizes.size("num_attention_heads");
        long head = sizes.headSize(hidden, heads);
        return sum(product(3, hidden, heads, head), product(2, hidden, sizes.size("num_key_value_heads"), head),
                2 * head);
    }

    private long linearAttention(long hidden) {
        long valueHeads = sizes.size("linear_num_value_heads");
        long valueHead = sizes.size("linear_value_head_dim");
        long values = product(valueHeads, valueHead);
        long mixed = sum(product(2, sizes.size("linear_num_key_heads"), sizes.size("linear_key_head_dim")), values);
        return sum(product(hidden, mixed), product(hidden, values), product(2, hidden, valueHeads),
                product(mixed, sizes.size("linear_conv_kernel_dim")), 2 * valueHeads, valueHead,
                product(values, hidden));
    }

    private AttentionShape shape(long hidden) {
        long heads = sizes.size("num_attention_heads");
        long head = sizes.headSize(hidden, heads);
        return new AttentionShape(1, product(heads, head), product(heads, head),
                product(2, sizes.size("num_key_value_heads"), head), OptionalLong.empty(), false);
    }
}
