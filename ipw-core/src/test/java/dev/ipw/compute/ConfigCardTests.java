package dev.ipw.compute;

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
        assertThat(ModelCard.shipped(name).orElseThrow().totalParameters()).isEqualTo(parameters);
    }

    @ParameterizedTest
    @CsvSource({"mistralai/Mixtral-8x7B-v0.1, 12.9", "Qwen/Qwen3-30B-A3B, 3.3", "deepseek-ai/DeepSeek-R1, 37.5",
            "meta-llama/Llama-3.1-8B, 8.03"})
    void countsTheParametersThatATokenPassesThrough(String name, double billions) {
        assertThat(ModelCard.shipped(name).orElseThrow().activeParameters() / 1e9).isCloseTo(billions, within(0.1));
    }

    @Test
    void readsPrecisionAndRoomFromAFile() throws IOException {
        ModelCard card = card(LLAMA);

        assertThat(card.precision()).contains(Precision.BF16);
        assertThat(card.weightBytes()).hasValue(2 * 8_030_261_248L);
        assertThat(card.name()).isEqualTo("some-model");
        assertThat(card.attention()).isEqualTo(new AttentionShape(4096, 4096, 2048, OptionalLong.empty()));
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
