package dev.ipw.compute;

import dev.ipw.compute.ModelCard.AttentionShape;
import dev.ipw.compute.internal.Accelerators;
import dev.ipw.compute.internal.ComputeModel;
import dev.ipw.compute.internal.ForwardPass;
import dev.ipw.error.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

class ConfigCardTests {
    private static final String LLAMA = "{\"model_type\":\"llama\",\"hidden_size\":4096,\"num_hidden_layers\":32,"
            + "\"num_attention_heads\":32,\"num_key_value_heads\":8,\"intermediate_size\":14336,\"vocab_size\":128256,"
            + "\"tie_word_embeddings\":false,\"torch_dtype\":\"bfloat16\"}";

    @TempDir
    Path folder;

    /** The counts that the makers' own files add up to. */
    @ParameterizedTest
    @CsvSource({"meta-llama/Llama-3.1-8B, 8030261248", "meta-llama/Llama-3.2-1B, 1235814400",
            "meta-llama/Llama-3.2-3B, 3212749824", "meta-llama/Llama-3.3-70B-Instruct, 70553706496",
            "mistralai/Mistral-7B-v0.1, 7241732096",
            "mistralai/Mixtral-8x7B-v0.1, 46702792704", "Qwen/Qwen2.5-0.5B, 494032768", "Qwen/Qwen2.5-1.5B, 1543714304",
            "Qwen/Qwen2.5-7B, 7615616512", "Qwen/Qwen3-0.6B, 596049920", "Qwen/Qwen3-8B, 8190735360",
            "Qwen/Qwen3-30B-A3B, 30532122624", "deepseek-ai/DeepSeek-V3, 671026419200"})
    void countsAsManyParametersAsTheMakersPublish(String name, long parameters) {
        assertThat(ModelCard.shipped(name).orElseThrow().parameters().total()).isEqualTo(parameters);
    }

    @ParameterizedTest
    @CsvSource({"mistralai/Mixtral-8x7B-v0.1, 12.9", "Qwen/Qwen3-30B-A3B, 3.3", "deepseek-ai/DeepSeek-R1, 37.5",
            "meta-llama/Llama-3.1-8B, 8.03"})
    void countsTheParametersThatATokenPassesThrough(String name, double billions) {
        assertThat(ModelCard.shipped(name).orElseThrow().parameters().active() / 1e9).isCloseTo(billions, within(0.1));
    }

    /** Totals and active parameters in billions as makers publish them; those of pictures and sound are not counted. */
    @ParameterizedTest
    @CsvSource({"openai/gpt-oss-20b, 20.91, 0.001", "openai/gpt-oss-120b, 116.83, 0.001", "Qwen/Qwen3-1.7B, 1.72, 0.01",
            "Qwen/Qwen3-4B, 4.02, 0.01", "Qwen/Qwen3-14B, 14.77, 0.01", "Qwen/Qwen3-32B, 32.76, 0.01",
            "Qwen/Qwen3-235B-A22B, 235.1, 0.01", "Qwen/Qwen3.5-27B, 27, 0.01", "Qwen/Qwen3.5-35B-A3B, 35, 0.02",
            "google/gemma-3-1b-it, 1.0, 0.01", "google/gemma-3-4b-it, 3.884, 0.002",
            "google/gemma-3-12b-it, 11.77, 0.002",
            "google/gemma-3-27b-it, 27.016, 0.002", "google/gemma-4-31B, 30.7, 0.01",
            "google/gemma-4-26B-A4B, 25.2, 0.01",
            "microsoft/phi-4, 14.66, 0.001", "meta-llama/Llama-4-Scout-17B-16E, 109, 0.02",
            "meta-llama/Llama-4-Maverick-17B-128E, 400, 0.01", "zai-org/GLM-4.5-Air, 106, 0.02",
            "zai-org/GLM-4.5, 355, 0.02", "moonshotai/Kimi-K2-Instruct, 1026, 0.01"})
    void countsWhatTheMakersOfNewerModelsPublish(String name, double billions, double tolerance) {
        assertThat(ModelCard.shipped(name).orElseThrow().parameters().total() / 1e9)
                .isCloseTo(billions, within(billions * tolerance));
    }

    @ParameterizedTest
    @CsvSource({"Qwen/Qwen3-235B-A22B, 22.2, 0.02", "Qwen/Qwen3.5-35B-A3B, 3.5, 0.05",
            "google/gemma-4-26B-A4B, 3.8, 0.02", "meta-llama/Llama-4-Scout-17B-16E, 17, 0.03",
            "meta-llama/Llama-4-Maverick-17B-128E, 17, 0.03", "zai-org/GLM-4.5-Air, 12.5, 0.1",
            "zai-org/GLM-4.5, 32, 0.06", "moonshotai/Kimi-K2-Instruct, 32.6, 0.02"})
    void countsTheActiveParametersThatTheMakersOfNewerModelsPublish(String name, double billions, double tolerance) {
        assertThat(ModelCard.shipped(name).orElseThrow().parameters().active() / 1e9)
                .isCloseTo(billions, within(billions * tolerance));
    }

    /** OpenAI counts the head among the active ones and leaves the embedding out. */
    @ParameterizedTest
    @CsvSource({"openai/gpt-oss-20b, 3.61", "openai/gpt-oss-120b, 5.13"})
    void countsTheActiveParametersOfGptOssAsItsCardDoes(String name, double billions) {
        ModelCard card = ModelCard.shipped(name).orElseThrow();

        assertThat((card.parameters().active() - card.parameters().embedding()) / 1e9).isCloseTo(billions,
                within(0.01));
    }

    @ParameterizedTest
    @CsvSource({"openai/gpt-oss-20b, 12 of 128 | 12 of all", "google/gemma-3-27b-it, 52 of 1024 | 10 of all",
            "google/gemma-4-31B, 50 of 1024 | 10 of all", "Qwen/Qwen3.5-27B, 16 of all",
            "meta-llama/Llama-4-Scout-17B-16E, 36 of 8192 chunks | 12 of all",
            "moonshotai/Kimi-K2-Instruct, 61 of all"})
    void knowsWhichLayersLookHowFar(String name, String expected) {
        assertThat(ModelCard.shipped(name).orElseThrow().attention().stream()
                .map(kind -> kind.layers() + " of " + (kind.window().isPresent()
                        ? kind.window().getAsLong() + (kind.isChunked() ? " chunks" : "")
                        : "all"))
                .toList()).containsExactly(expected.split(" \\| "));
    }

    @Test
    void takesTheTextPartOfAModelThatTakesPictures() throws IOException {
        ModelCard card = card("{\"model_type\":\"gemma3\",\"torch_dtype\":\"bfloat16\",\"vision_config\":{},"
                + "\"text_config\":{\"hidden_size\":2560,\"intermediate_size\":10240,\"num_hidden_layers\":34,"
                + "\"sliding_window\":1024}}");

        ModelCard shipped = ModelCard.shipped("google/gemma-3-4b-it").orElseThrow();
        assertThat(card.parameters().total()).isEqualTo(shipped.parameters().total());
        assertThat(card.attention()).isEqualTo(shipped.attention());
        assertThat(card.precision()).contains(Precision.BF16);
    }

    @Test
    void refusesLayersThatItDoesNotKnow() {
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> card("{\"model_type\":\"gpt_oss\","
                + "\"hidden_size\":64,\"intermediate_size\":64,\"num_hidden_layers\":2,\"num_attention_heads\":4,"
                + "\"num_key_value_heads\":2,\"num_local_experts\":4,\"num_experts_per_tok\":2,\"sliding_window\":8,"
                + "\"vocab_size\":100,\"layer_types\":[\"full_attention\",\"chunked_attention\"]}"))
                .withMessageContaining("layer_types names 'chunked_attention'");
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> card("{\"model_type\":\"gemma4_text\","
                + "\"hidden_size\":1536,\"num_hidden_layers\":35,\"hidden_size_per_layer_input\":256}"))
                .withMessageContaining("hidden_size_per_layer_input");
    }

    @Test
    void readsPrecisionAndRoomFromAFile() throws IOException {
        ModelCard card = card(LLAMA);

        assertThat(card.precision()).contains(Precision.BF16);
        assertThat(card.weightBytes()).hasValue(2 * 8_030_261_248L);
        assertThat(card.name()).isEqualTo("some-model");
        assertThat(card.attention()).containsExactly(
                new AttentionShape(32, 4096, 4096, 2048, OptionalLong.empty(), false));
    }

    @Test
    void leavesTheRoomOfQuantisedWeightsOpen() throws IOException {
        ModelCard card = card(LLAMA.replace("}", ",\"quantization_config\":{\"quant_method\":\"awq\",\"bits\":4}}"));
        ModelCard fp8 = card(LLAMA.replace("}", ",\"quantization_config\":{\"quant_method\":\"fp8\"}}"));

        assertThat(card.weightBytes()).isEmpty();
        assertThat(card.precision()).contains(Precision.BF16);
        assertThat(fp8.precision()).contains(Precision.FP8);
    }

    @Test
    void saysNothingOfHowAServerHoldsAModelThatIsOnlyNamed() {
        ModelCard card = ModelCard.shipped("llama3.2:1b").orElseThrow();

        assertThat(card.precision()).isEmpty();
        assertThat(card.weightBytes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"llama3.2", "Llama-3.1-8B", "deepseek-ai/DeepSeek-R1-Distill-Qwen-7B", "qwen3"})
    void takesNoNameForAnother(String name) {
        assertThat(ModelCard.shipped(name)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "llama"            | "gemma3"  | the layout of model_type 'gemma3' is not known
            "model_type":"llama", |        | has no model_type
            "hidden_size":4096, |          | hidden_size is missing
            :4096              | :0        | hidden_size must be 1 to
            :4096              | :99999999 | hidden_size must be 1 to
            :32,               | :99999,   | num_hidden_layers must be 1 to 16384
            :4096              | :"wide"   | hidden_size must be a whole number
            }                  |           | is not JSON
            """)
    void refusesConfigurationsThatCannotBe(String from, String to, String message) {
        String config = LLAMA.replaceFirst(from.replace("}", "\\}"), to == null ? "" : to);

        assertThatExceptionOfType(InputException.class).isThrownBy(() -> card(config)).withMessageContaining(message)
                .withMessageContaining("config.json");
    }

    @Test
    void refusesMoreExpertsThanThereAre() {
        String mixtral = LLAMA.replace("llama", "mixtral").replace("}",
                ",\"num_local_experts\":4,\"num_experts_per_tok\":8}");

        assertThatExceptionOfType(InputException.class).isThrownBy(() -> card(mixtral))
                .withMessageContaining("8 of 4 experts");
    }

    @Test
    void refusesSizesThatMultiplyToMoreThanCanBeCounted() {
        String mixtral = LLAMA.replace("llama", "mixtral").replace(":4096", ":16777216").replace("14336", "16777216")
                .replace("}", ",\"num_local_experts\":16777216,\"num_experts_per_tok\":2}");

        assertThatExceptionOfType(InputException.class).isThrownBy(() -> card(mixtral))
                .withMessageContaining("config.json: its sizes multiply to more parameters than any model has")
                .withMessageContaining("Check hidden_size");
    }

    @Test
    void refusesMoreHeadsThanTheWidthHasRoomFor() {
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> card(LLAMA.replace(":4096", ":16")))
                .withMessageContaining("num_attention_heads is 32, more than a hidden_size of 16");
    }

    @Test
    void refusesAWindowOverAPartOfTheLayers() {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> card(LLAMA.replace("llama", "qwen2").replace("}",
                        ",\"use_sliding_window\":true,\"sliding_window\":4096}")))
                .withMessageContaining("use_sliding_window");
    }

    @Test
    void countsFromWhatATokenPassesThroughAboutTwoOperationsAParameter() {
        ModelCard card = ModelCard.shipped("meta-llama/Llama-3.1-8B").orElseThrow();
        double first = new ForwardPass(card, 1000, 0, 1000).floatingPointOperations();
        double second = new ForwardPass(card, 1000, 0, 1001).floatingPointOperations();

        // The table of the embedding is looked up and not multiplied: 7.5 of 8.03 billion count, attention comes on top.
        double attention = 4.0 * 32 * 4096 * 2000;
        assertThat(second - first - attention).isCloseTo(2 * (8_030_261_248.0 - 128_256 * 4096.0), within(1e6));
        assertThat((second - first) / (2 * 8.03e9)).isBetween(0.9, 1.1);
    }

    @Test
    void holdsWeightsInAPrecisionThatAPersonNames() throws IOException {
        ComputeModel model = new ComputeModel(Optional.of(card(LLAMA)), Optional.of(Precision.FP8),
                Accelerators.of(List.of()));

        assertThat(model.card().orElseThrow().weightBytes()).hasValue(8_030_261_248L);
        assertThat(model.precision()).contains(Precision.FP8);
    }

    private ModelCard card(String json) throws IOException {
        Path model = Files.createDirectories(folder.resolve("some-model"));
        Files.writeString(model.resolve("config.json"), json);
        return ModelCard.read(model);
    }
}
