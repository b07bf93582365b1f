package dev.ipw.compute;

import dev.ipw.compute.ModelCard.AttentionShape;
import dev.ipw.compute.ModelCard.Parameters;
import dev.ipw.compute.ModelCard.Shape;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

import static dev.ipw.compute.ConfigSizes.product;
import static dev.ipw.compute.ConfigSizes.sum;

/**
 * The count of a model's parameters from its HuggingFace configuration. The counts equal those that the makers publish:
 * attention with its biases and norms, dense and expert layers, the router, the embedding and the head. Of a model for
 * pictures or sound, only the part that reads and writes text counts.
 */
final class ConfigCard {
    private static final long MAX_BYTES = 4L << 20;
    /** Quantised weights have a size of their own, which the configuration does not give exactly. */
    private static final String QUANTIZED = "quantization_config";
    private static final String TEXT_PART = "text_config";
    private static final String TIED = "tie_word_embeddings";
    private static final Set<String> LATENT = Set.of("deepseek_v2", "deepseek_v3", "kimi_k2");
    private static final List<String> KNOWN = List.of("deepseek_v2", "deepseek_v3", "gemma3_text", "gemma4_text",
            "glm4_moe", "gpt_oss", "kimi_k2", "llama", "llama4_text", "mistral", "mixtral", "phi3", "qwen2",
            "qwen2_moe", "qwen3", "qwen3_5_moe_text", "qwen3_5_text", "qwen3_moe");

    private final TreeReader whole;
    private final TreeReader tree;
    private final ConfigSizes sizes;
    private final String type;

    private ConfigCard(String place, TreeReader whole) {
        this.whole = whole;
        tree = whole.optionalChild(TEXT_PART).orElse(whole);
        type = tree.optionalText("model_type").or(() -> whole.optionalText("model_type").map(ConfigCard::textPart))
                .orElseThrow(() -> new InputException(place
                        + " has no model_type. Give the config.json that lies beside a model's weights"));
        if (!KNOWN.contains(type)) {
            throw new InputException(place + ": the layout of model_type '" + type + "' is not known; known are "
                    + String.join(", ", KNOWN) + ". A GGUF file of the model tells its sizes too");
        }
        sizes = new ConfigSizes(place, tree, type);
    }

    private static String textPart(String model) {
        return KNOWN.contains(model) ? model : model + "_text";
    }

    static ModelCard read(Path file) {
        String place = file.toAbsolutePath().toString();
        TreeReader tree = TreeReader.ofJson(place, new String(BoundedFile.read(file, MAX_BYTES),
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

    private LayerLayout layout() {
        return switch (type) {
            case "gpt_oss" -> new GptOssLayout(sizes);
            case "gemma3_text", "gemma4_text" -> new GemmaLayout(sizes, type.startsWith("gemma4"));
            case "llama4_text" -> new Llama4Layout(sizes);
            case "qwen3_5_text", "qwen3_5_moe_text" -> new Qwen35Layout(sizes, type.contains("moe"));
            default -> new PlainLayout(sizes, LATENT.contains(type));
        };
    }

    private ModelCard card(String name, String source) {
        boolean isGemma = type.startsWith("gemma");
        long hidden = sizes.size("hidden_size");
        int layers = Math.toIntExact(sizes.size("num_hidden_layers"));
        // Gemma's files leave out values that are defaults in its maker's code.
        long heads = isGemma ? sizes.size("num_attention_heads", 8) : sizes.size("num_attention_heads");
        long keyValueHeads = sizes.size("num_key_value_heads", isGemma ? 4 : heads);
        long vocabulary = isGemma ? sizes.size("vocab_size", 262_208) : sizes.size("vocab_size");
        boolean isTied = tree.optionalTruth(TIED).or(() -> whole.optionalTruth(TIED)).orElse(isGemma);
        LayerLayout layout = layout();
        long table = product(vocabulary, hidden);
        long total = sum(table, isTied ? 0 : table, hidden);
        long active = hidden;
        Map<AttentionShape, Integer> attention = new LinkedHashMap<>();
        for (int index = 0; index < layers; index++) {
            LayerLayout.Layer layer = layout.layer(index);
            total = sum(total, layer.total());
            active = sum(active, layer.active());
            layer.attention().ifPresent(kind -> attention.merge(kind, 1, Integer::sum));
        }
        Optional<Precision> precision = precision();
        boolean isPlain = tree.optionalChild(QUANTIZED).or(() -> whole.optionalChild(QUANTIZED)).isEmpty();
        return new ModelCard(name, source + " (" + type + ")",
                new Parameters(total, active, table, table, isTied),
                new Shape(layers, Math.toIntExact(hidden), Math.toIntExact(heads), Math.toIntExact(keyValueHeads),
                        Math.toIntExact(headSize(hidden, heads, isGemma)), Math.toIntExact(vocabulary)),
                attention.entrySet().stream().map(kind -> kind.getKey().in(kind.getValue())).toList(), precision,
                isPlain && precision.isPresent()
                        ? OptionalLong.of(Math.round(total * precision.get().bytes()))
                        : OptionalLong.empty());
    }

    private long headSize(long hidden, long heads, boolean isGemma) {
        if (LATENT.contains(type)) {
            return sum(sizes.size("qk_nope_head_dim"), sizes.size("qk_rope_head_dim"));
        }
        return isGemma ? sizes.size("head_dim", 256) : sizes.headSize(hidden, heads);
    }

    private Optional<Precision> precision() {
        Optional<String> method = tree.optionalChild(QUANTIZED).or(() -> whole.optionalChild(QUANTIZED))
                .flatMap(how -> how.optionalText("quant_method"));
        return method.filter("fp8"::equals).isPresent()
                ? Optional.of(Precision.FP8)
                : text("torch_dtype").or(() -> text("dtype")).flatMap(Precision::find);
    }

    private Optional<String> text(String key) {
        return tree.optionalText(key).or(() -> whole.optionalText(key));
    }
}
