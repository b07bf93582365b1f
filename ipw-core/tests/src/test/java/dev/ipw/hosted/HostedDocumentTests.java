package dev.ipw.hosted;

import dev.ipw.internal.number.SignificantDigits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Holds the figures of docs/hosted.md against what the shipped table gives. */
class HostedDocumentTests {
    private static final Path DOCUMENT = Path.of("..", "..", "docs", "hosted.md");

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "gpt-4o; 500; 400; 0.34; OpenAI, mean of ChatGPT, 2025",
            "gpt-5; 500; 400; 0.34; OpenAI, mean of ChatGPT, 2025",
            "gemini-2.5-flash; 500; 400; 0.24; Google, median of Gemini, 2025",
            "gemini-2.5-pro; 500; 400; 0.24; Google, median of Gemini, 2025",
            "mistral-large-2411; 0; 400; 0.23; EcoLogits, an estimate too"})
    void showsTheEstimateBesideEachDisclosure(String model, long input, long output, String disclosed, String who)
            throws IOException {
        Range estimate = HostedEstimate.of(HostedTable.shipped(), model, new HostedTokens(input, 0, output))
                .wattHours();

        assertThat(Files.readString(DOCUMENT)).contains("| `" + model + "` | " + input + " + " + output + " | "
                + estimate + " | " + disclosed + " (" + who + ") |");
    }

    @ParameterizedTest
    @CsvSource({"Qwen/Qwen3-8B,8,0.444", "Qwen/Qwen3-8B,32,0.163", "Qwen/Qwen3-8B,128,0.0966",
            "Qwen/Qwen3-8B,512,0.0721", "meta-llama/Llama-3.1-70B-Instruct,32,1.21",
            "meta-llama/Llama-3.1-70B-Instruct,256,0.479", "Qwen/Qwen3-235B-A22B-Instruct-2507,32,3.83",
            "Qwen/Qwen3-235B-A22B-Instruct-2507,128,1.49", "openai/gpt-oss-120b,64,0.298"})
    void showsTheEstimateBesideMeasurements(String model, int requests, String measured) throws IOException {
        HostedModel known = HostedTable.shipped().find(model, Optional.empty()).orElseThrow();
        Range joules = known.withBatch(Range.exactly(requests)).gpuJoules(new HostedTokens(0, 0, 1));

        assertThat(joules.holds(Double.parseDouble(measured))).isTrue();
        assertThat(Files.readString(DOCUMENT))
                .contains("| " + model + " | " + requests + " | " + measured + " | " + joules + " |");
    }

    @Test
    void showsTheShippedTableAndTheExample() throws IOException {
        HostedTable table = HostedTable.shipped();
        HostedEstimate estimate = HostedEstimate.of(table, "gpt-4o", new HostedTokens(1200, 0, 350));

        assertThat(Files.readString(DOCUMENT)).contains(estimate.toString())
                .contains(SignificantDigits.three(estimate.carbonGrams().orElseThrow().likely()) + " g");
    }
}
