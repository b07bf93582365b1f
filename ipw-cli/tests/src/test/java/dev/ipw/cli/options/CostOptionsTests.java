package dev.ipw.cli.options;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.ProfilerBuilder;
import dev.ipw.cli.result.RunReport;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("real-time")
class CostOptionsTests {
    @TempDir
    Path folder;

    @Test
    void tellsTheProfilerWhatWasTyped() throws InterruptedException, IOException {
        Path prices = folder.resolve("mine.json");
        Files.writeString(prices,
                "{\"format\":1,\"version\":\"7\",\"as_of\":\"2026-01-01\",\"prices\":[{\"model\":\"m\","
                        + "\"valid_from\":\"2026-01-01\",\"source\":\"a page\",\"input_usd_per_million\":1000,"
                        + "\"output_usd_per_million\":2000}]}");
        Path config = folder.resolve("config.json");
        Files.writeString(config, "{\"model_type\":\"llama\",\"hidden_size\":64,\"num_hidden_layers\":2,"
                + "\"num_attention_heads\":4,\"intermediate_size\":128,\"vocab_size\":100}");

        RunReport report = new RunReport(run(options("--prices", prices.toString(), "--cost-per-hour", "2.5",
                "--model-config", config.toString(), "--precision", "fp16")));

        assertThat(report.details(1000)).containsPattern("Cost +0\\.05 USD for tokens \\(any: m, valid from 2026-01-01 "
                + "\\(a page\\); price list mine\\.json 7 of 2026-01-01\\); .* USD for the machine's time at 2\\.5 USD an hour")
                .containsPattern(
                        "Compute +[\\d.]+ [MGT]FLOP \\(config config\\.json \\(llama\\)\\)\n");
        TreeReader tree = TreeReader.ofJson("report", report.tree().json());
        assertThat(tree.child("cost").real("tokens_usd")).isEqualTo(0.05);
        assertThat(tree.child("compute").text("reason")).isEqualTo("no graphics processor was read");
        assertThat(tree.child("compute").text("precision")).isEqualTo("fp16");
    }

    @Test
    void saysThatElectricityIsNotInTheCostAndWhy() throws InterruptedException {
        RunReport report = new RunReport(run(options("--cost-per-hour", "2.5", "--electricity-price", "0.28",
                "--carbon-intensity", "380")));

        assertThat(report.details(2000)).containsPattern("Cost +.* USD for the machine's time at 2\\.5 USD an hour; "
                + "electricity excluded, at 0\\.28 USD a kWh: .+; CO2e is not known: .+; in all at least .* USD, "
                + "without a total: the joules of the run are not completely known");
        TreeReader cost = TreeReader.ofJson("report", report.tree().json()).child("cost");
        assertThat(cost.optionalReal("total_usd")).isEmpty();
        assertThat(cost.real("at_least_usd")).isEqualTo(cost.real("machine_usd"));
    }

    @Test
    void saysNothingWhereNothingIsKnown() throws InterruptedException {
        String text = new RunReport(run(options())).details(1000);

        assertThat(text).doesNotContainPattern("(?m)^ *Cost ").doesNotContainPattern("(?m)^ *Compute ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--cost-per-hour -1", "--electricity-price -0.1", "--carbon-intensity NaN", "--pue 0.5",
            "--precision q4"})
    void refusesWhatCannotBe(String typed) {
        CostOptions options = options(typed.split(" "));

        assertThatThrownBy(() -> options.settings()).isInstanceOf(ConfigurationException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--prices", "--model-config"})
    void refusesFilesThatAreNotThere(String option) {
        CostOptions options = options(option, folder.resolve("none.json").toString());

        assertThatThrownBy(() -> options.settings()).isInstanceOf(InputException.class)
                .hasMessageContaining("there is no such file");
    }

    private static CostOptions options(String... typed) {
        CostOptions options = new CostOptions();
        new CommandLine(CommandLine.Model.CommandSpec.forAnnotatedObject(options)).parseArgs(typed);
        return options;
    }

    private ProfileRun run(CostOptions options) throws InterruptedException {
        ProfilerBuilder builder = Profiler.builder().client(new Ten()).dataset(new OneQuestion())
                .evaluation(by -> by.evaluator("exact"))
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).calibration(false).telemetry("none"))
                .output(folder);
        builder.cost(none -> options.settings());
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        }
    }

    private record OneQuestion() implements Dataset {
        @Override
        public String id() {
            return "one";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return Stream.of(DatasetRecord.of("1", "question", "yes"));
        }
    }

    /** Counts ten tokens of the prompt and twenty of the answer. */
    private static final class Ten implements InferenceClient {
        @Override
        public ClientInfo describe() {
            return ClientInfo.inProcess("ten", "m");
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) {
            sink.sent(System.nanoTime());
            sink.ended(System.nanoTime());
            return InferenceResponse.of("yes", TokenUsage.server(10, 20));
        }
    }
}
