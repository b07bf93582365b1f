package dev.ipw.compute;

import dev.ipw.compute.ModelCard.AttentionShape;
import dev.ipw.error.InputException;
import java.util.Optional;
import java.util.OptionalLong;

import static dev.ipw.compute.ConfigSizes.product;
import static dev.ipw.compute.ConfigSizes.sum;

/**
 * The layers of models whose layers all have the same attention: dense ones, mixtures of experts, and those with latent
 * attention.
 */
final class PlainLayout implements LayerLayout {
    private static final String SHARED = "n_shared_experts";

    private final ConfigSizes sizes;
    private final String type;
    private final boolean isLatent;
    private final long hidden;
    private final long heads;
    private final long keyValueHeads;

    PlainLayout(ConfigSizes sizes, boolean isLatent) {
        this.sizes = sizes;
        this.isLatent = isLatent;
        type = sizes.type();
        hidden = sizes.size("hidden_size");
        heads = sizes.size("num_attention_heads");
        keyValueHeads = sizes.size("num_key_value_heads", heads);
    }

    @Override
    public Layer layer(int index) {
        Fed fed = feedForward(index);
        long beside = sum(isLatent ? latentAttention() : groupedAttention(), 2 * hidden);
        return new Layer(sum(beside, fed.total), sum(beside, fed.active), Optional.of(shape()));
    }

    private long groupedAttention() {
        long size = headSize();
        long matrices = sum(product(2, hidden, heads, size), product(2, hidden, keyValueHeads, size));
        boolean isQwen = type.startsWith("qwen2");
        boolean hasBias = isQwen || sizes.isOn("attention_bias");
        long biases = hasBias ? product(sum(heads, 2 * keyValueHeads), size) : 0;
        // Llama's switch gives the output a bias too; Qwen's second generation and GLM never have one.
        long outputBias = hasBias && !isQwen && !type.startsWith("glm4") ? hidden : 0;
        long norms = type.startsWith("qwen3") || sizes.isOn("use_qk_norm") ? 2 * size : 0;
        return sum(matrices, biases, outputBias, norms);
    }

    /** Counts multi-head latent attention: queries and keys pass through narrow matrices with norms between. */
    private long latentAttention() {
        long narrow = sizes.size("kv_lora_rank");
        long rope = sizes.size("qk_rope_head_dim");
        long plain = sizes.size("qk_nope_head_dim");
        long value = sizes.size("v_head_dim");
        OptionalLong rank = sizes.tree().optionalWhole("q_lora_rank");
        long queries = rank.isPresent()
                ? sum(product(hidden, sizes.bounded("q_lora_rank", rank.getAsLong())), rank.getAsLong(),
                        product(rank.getAsLong(), heads, plain + rope))
                : product(hidden, heads, plain + rope);
        return sum(queries, product(hidden, narrow + rope), narrow, product(narrow, heads, plain + value),
                product(heads, value, hidden));
    }

    private Fed feedForward(int layer) {
        return switch (type) {
            case "mixtral" -> experts(sizes.size("num_local_experts"), sizes.size("intermediate_size"), 0);
            case "qwen2_moe" -> isSparse(layer)
                    ? experts(sizes.size("num_experts"), sizes.size("moe_intermediate_size"),
                            sum(sizes.gated(sizes.size("shared_expert_intermediate_size")), hidden))
                    : dense(0);
            case "qwen3_moe" -> isSparse(layer)
                    ? experts(sizes.size("num_experts"), sizes.size("moe_intermediate_size"), 0)
                    : dense(0);
            case "deepseek_v2", "deepseek_v3", "kimi_k2", "glm4_moe" -> routed(layer);
            default -> dense(sizes.isOn("mlp_bias") ? 2 * sizes.size("intermediate_size") + hidden : 0);
        };
    }

    private Fed routed(int layer) {
        boolean isDense = layer < sizes.tree().optionalWhole("first_k_dense_replace").orElse(0)
                || layer % Math.max(1, sizes.tree().optionalWhole("moe_layer_freq").orElse(1)) != 0
                || sizes.tree().optionalWhole("n_routed_experts").isEmpty();
        if (isDense) {
            return dense(0);
        }
        long size = sizes.size("moe_intermediate_size");
        long count = sizes.count(SHARED);
        long shared = count == 0 ? 0 : sizes.gated(product(count, size));
        // All routers except the second generation's have a number for each expert beside the matrix.
        long correction = type.equals("deepseek_v2") ? 0 : sizes.size("n_routed_experts");
        return experts(sizes.size("n_routed_experts"), size, sum(shared, correction));
    }

    private boolean isSparse(int layer) {
        for (long dense : sizes.tree().wholes("mlp_only_layers")) {
            if (dense == layer) {
                return false;
            }
        }
        return (layer + 1) % Math.max(1, sizes.tree().optionalWhole("decoder_sparse_step").orElse(1)) == 0;
    }

    private Fed dense(long biases) {
        long dense = sum(sizes.gated(sizes.size("intermediate_size")), biases);
        return new Fed(dense, dense);
    }

    private Fed experts(long count, long size, long beside) {
        long used = sizes.used("num_experts_per_tok", count);
        long router = product(hidden, count);
        return new Fed(sum(product(count, sizes.gated(size)), router, beside),
                sum(product(used, sizes.gated(size)), router, beside));
    }

    private AttentionShape shape() {
        if (isLatent) {
            return new AttentionShape(1, product(heads, headSize()), product(heads, sizes.size("v_head_dim")),
                    sum(sizes.size("kv_lora_rank"), sizes.size("qk_rope_head_dim")), OptionalLong.empty(), false);
        }
        long width = product(heads, headSize());
        return new AttentionShape(1, width, width, product(2, keyValueHeads, headSize()), window(), false);
    }

    private OptionalLong window() {
        if (type.startsWith("qwen")) {
            if (sizes.isOn("use_sliding_window")) {
                throw new InputException(sizes.place() + ": use_sliding_window applies to a part of the layers, which"
                        + " is not modelled. Set it to false in a copy of the file to count the whole context instead");
            }
            return OptionalLong.empty();
        }
        OptionalLong window = sizes.tree().optionalWhole("sliding_window");
        return window.isPresent() ? OptionalLong.of(sizes.bounded("sliding_window", window.getAsLong())) : window;
    }

    private long headSize() {
        return isLatent
                ? sum(sizes.size("qk_nope_head_dim"), sizes.size("qk_rope_head_dim"))
                : sizes.headSize(hidden, heads);
    }

    private record Fed(long total, long active) {}
}
