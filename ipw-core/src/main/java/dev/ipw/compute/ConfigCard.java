package dev.ipw.compute;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Count a model's parameters from its HuggingFace configuration. The counts equal those that the makers publish: attention
 * with its biases and norms, dense and expert layers, the router, the embedding and the head.
 */
final class ConfigCard {
    private static final long MOST_BYTES = 4L << 20;
    private static final long LARGEST = 1L << 24;
    private static final Set<String> DENSE = Set.of("llama", "mistral", "qwen2", "qwen3");
    private static final Set<String> EXPERTS = Set.of("mixtral", "qwen2_moe", "qwen3_moe");
    private static final Set<String> LATENT = Set.of("deepseek_v2", "deepseek_v3");
    /** Quantised weights have a room of their own, which the configuration does not tell exactly. */
    private static final String QUANTIZED = "quantization_config";

    private final String place;
    private final TreeReader tree;
    private final String type;
    private final long hidden;
    private final int layers;
    private final long heads;
    private final long keyValueHeads;
    private final long vocabulary;

    private ConfigCard(String place, TreeReader tree) {
        this.place = place;
        this.tree = tree;
        type = tree.optionalText("model_type").orElseThrow(() -> new InputException(place
                + " has no model_type. Give the config.json that lies beside a model's weights"));
        if (!DENSE.contains(type) && !EXPERTS.contains(type) && !LATENT.contains(type)) {
            throw new InputException(place + ": the layout of model_type '" + type + "' is not known; known are "
                    + String.join(", ", known()) + ". A GGUF file of the model tells its sizes too");
        }
        hidden = size("hidden_size");
        layers = (int) size("num_hidden_layers");
        heads = size("num_attention_heads");
        keyValueHeads = size("num_key_value_heads", heads);
        vocabulary = size("vocab_size");
    }

    static ModelCard read(Path file) {
        String place = file.toAbsolutePath().toString();
        TreeReader tree = TreeReader.ofJson(place, new String(BoundedFile.read(file, MOST_BYTES),
                StandardCharsets.UTF_8));
        String name = tree.optionalText("_name_or_path").filter(text -> !text.isBlank())
                .or(() -> Optional.ofNullable(file.toAbsolutePath().getParent()).map(Path::getFileName)
                        .map(Path::toString))
                .orElse("unnamed");
        return of(place, name, "config " + file.getFileName(), tree);
    }

    static ModelCard of(String place, String name, String source, TreeReader tree) {
        ConfigCard config = new ConfigCard(place, tree);
        try {
            return config.card(name, source);
        } catch (ArithmeticException tooMany) {
            throw new InputException(place + ": its sizes multiply to more parameters than any model has. Check "
                    + "hidden_size, intermediate_size and the numbers of heads, layers and experts against the model's own"
                    + " config.json", tooMany);
        }
    }

    private static Set<String> known() {
        Set<String> all = new HashSet<>(DENSE);
        all.addAll(EXPERTS);
        all.addAll(LATENT);
        return new TreeSet<>(all);
    }

    private ModelCard card(String name, String source) {
        boolean isTied = tree.optionalTruth("tie_word_embeddings").orElse(false);
        long table = product(vocabulary, hidden);
        long attention = LATENT.contains(type) ? latentAttention() : groupedAttention();
        long total = sum(table, isTied ? 0 : table, hidden);
        long active = hidden;
        for (int layer = 0; layer < layers; layer++) {
            Layer fed = feedForward(layer);
            total = sum(total, attention, 2 * hidden, fed.total);
            active = sum(active, attention, 2 * hidden, fed.active);
        }
        Optional<Precision> precision = precision();
        boolean isPlain = tree.optionalChild(QUANTIZED).isEmpty();
        return new ModelCard(name, source + " (" + type + ")", total, active, table, table, isTied, layers,
                Math.toIntExact(hidden), Math.toIntExact(heads), Math.toIntExact(keyValueHeads),
                Math.toIntExact(LATENT.contains(type) ? latentKey() : headSize()), Math.toIntExact(vocabulary), shape(),
                precision,
                isPlain && precision.isPresent()
                        ? OptionalLong.of(Math.round(total * precision.get().bytes()))
                        : OptionalLong.empty());
    }

    private Optional<Precision> precision() {
        Optional<String> method = tree.optionalChild(QUANTIZED).flatMap(how -> how.optionalText("quant_method"));
        return method.filter("fp8"::equals).isPresent()
                ? Optional.of(Precision.FP8)
                : tree.optionalText("torch_dtype").or(() -> tree.optionalText("dtype")).flatMap(Precision::find);
    }

    private long groupedAttention() {
        long size = headSize();
        long matrices = sum(product(2, hidden, heads, size), product(2, hidden, keyValueHeads, size));
        boolean isQwen = type.startsWith("qwen2");
        boolean hasBias = isQwen || tree.optionalTruth("attention_bias").orElse(false);
        long biases = hasBias ? product(sum(heads, 2 * keyValueHeads), size) : 0;
        // Llama's switch gives the output a bias too; Qwen's second generation never has one.
        long outputBias = hasBias && !isQwen ? hidden : 0;
        long norms = type.startsWith("qwen3") ? 2 * size : 0;
        return sum(matrices, biases, outputBias, norms);
    }

    /** Count multi-head latent attention: queries and keys go through narrow matrices with norms between. */
    private long latentAttention() {
        long narrow = size("kv_lora_rank");
        long rope = size("qk_rope_head_dim");
        long plain = size("qk_nope_head_dim");
        long value = size("v_head_dim");
        OptionalLong rank = tree.optionalWhole("q_lora_rank");
        long queries = rank.isPresent()
                ? sum(product(hidden, bounded("q_lora_rank", rank.getAsLong())), rank.getAsLong(),
                        product(rank.getAsLong(), heads, plain + rope))
                : product(hidden, heads, plain + rope);
        return sum(queries, product(hidden, narrow + rope), narrow, product(narrow, heads, plain + value),
                product(heads, value, hidden));
    }

    private Layer feedForward(int layer) {
        if (DENSE.contains(type)) {
            long dense = sum(gated(size("intermediate_size")), mlpBias());
            return new Layer(dense, dense);
        }
        return switch (type) {
            case "mixtral" -> experts(size("num_local_experts"), size("intermediate_size"), 0);
            case "qwen2_moe" -> isSparse(layer)
                    ? experts(size("num_experts"), size("moe_intermediate_size"),
                            sum(gated(size("shared_expert_intermediate_size")), hidden))
                    : plain();
            case "qwen3_moe" -> isSparse(layer)
                    ? experts(size("num_experts"), size("moe_intermediate_size"), 0)
                    : plain();
            default -> deepseek(layer);
        };
    }

    private Layer deepseek(int layer) {
        boolean isDense = layer < tree.optionalWhole("first_k_dense_replace").orElse(0)
                || layer % Math.max(1, tree.optionalWhole("moe_layer_freq").orElse(1)) != 0
                || tree.optionalWhole("n_routed_experts").isEmpty();
        if (isDense) {
            return plain();
        }
        long size = size("moe_intermediate_size");
        long count = tree.optionalWhole("n_shared_experts").orElse(0);
        long shared = count == 0 ? 0 : gated(product(bounded("n_shared_experts", count), size));
        // The third generation's router keeps a number for each expert beside its matrix.
        long correction = type.equals("deepseek_v3") ? size("n_routed_experts") : 0;
        return experts(size("n_routed_experts"), size, sum(shared, correction));
    }

    private boolean isSparse(int layer) {
        for (long dense : tree.wholes("mlp_only_layers")) {
            if (dense == layer) {
                return false;
            }
        }
        return (layer + 1) % Math.max(1, tree.optionalWhole("decoder_sparse_step").orElse(1)) == 0;
    }

    private Layer plain() {
        long dense = gated(size("intermediate_size"));
        return new Layer(dense, dense);
    }

    private Layer experts(long count, long size, long beside) {
        long used = size("num_experts_per_tok");
        if (used > count) {
            throw new InputException(place + ": num_experts_per_tok is " + used + " of " + count
                    + " experts. Check the file against the model's own");
        }
        long router = product(hidden, count);
        return new Layer(sum(product(count, gated(size)), router, beside),
                sum(product(used, gated(size)), router, beside));
    }

    private long gated(long size) {
        return product(3, hidden, size);
    }

    private long mlpBias() {
        return tree.optionalTruth("mlp_bias").orElse(false) ? 2 * size("intermediate_size") + hidden : 0;
    }

    private AttentionShape shape() {
        if (LATENT.contains(type)) {
            return new AttentionShape(heads * latentKey(), heads * size("v_head_dim"),
                    size("kv_lora_rank") + size("qk_rope_head_dim"), OptionalLong.empty());
        }
        long width = heads * headSize();
        return new AttentionShape(width, width, 2 * keyValueHeads * headSize(), window());
    }

    private OptionalLong window() {
        OptionalLong window = tree.optionalWhole("sliding_window");
        if (type.startsWith("qwen")) {
            if (tree.optionalTruth("use_sliding_window").orElse(false)) {
                throw new InputException(place + ": use_sliding_window applies to a part of the layers, which is not"
                        + " modelled. Set it to false in a copy of the file to count the whole context instead");
            }
            return OptionalLong.empty();
        }
        return window.isPresent() ? OptionalLong.of(bounded("sliding_window", window.getAsLong())) : window;
    }

    private long latentKey() {
        return size("qk_nope_head_dim") + size("qk_rope_head_dim");
    }

    private long headSize() {
        if (tree.optionalWhole("head_dim").isEmpty() && heads > hidden) {
            throw new InputException(
                    place + ": num_attention_heads is " + heads + ", more than a hidden_size of " + hidden
                            + " has room for. Check the file against the model's own config.json");
        }
        return size("head_dim", hidden / heads);
    }

    private static long product(long... factors) {
        return Arrays.stream(factors).reduce(1, Math::multiplyExact);
    }

    private static long sum(long... terms) {
        return Arrays.stream(terms).reduce(0, Math::addExact);
    }

    private long size(String key) {
        OptionalLong value = tree.optionalWhole(key);
        if (value.isEmpty()) {
            throw new InputException(place + ": " + key + " is missing, which a model of type " + type
                    + " needs. Give the config.json that lies beside the model's weights");
        }
        return bounded(key, value.getAsLong());
    }

    private long size(String key, long otherwise) {
        OptionalLong value = tree.optionalWhole(key);
        return value.isPresent() ? bounded(key, value.getAsLong()) : otherwise;
    }

    private long bounded(String key, long value) {
        long largest = key.equals("num_hidden_layers") || key.startsWith("num_attention") ? 1 << 14 : LARGEST;
        if (value < 1 || value > largest) {
            throw new InputException(place + ": " + key + " must be 1 to " + largest + ", not " + value
                    + ". Check the file against the model's own");
        }
        return value;
    }

    private record Layer(long total, long active) {}
}
