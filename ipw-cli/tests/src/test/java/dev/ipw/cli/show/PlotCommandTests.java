package dev.ipw.cli.show;

import dev.ipw.Profiler;
import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.load.Load;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Draws a run of 20 questions, and the runs of a sweep. */
@Tag("real-time")
class PlotCommandTests {
    @TempDir
    static Path runs;

    private final CapturedTerminal captured = new CapturedTerminal();

    @BeforeAll
    static void profile() throws InterruptedException {
        run(runs, "a", 1);
        run(runs.resolve("series"), "in-flight-1", 1);
        run(runs.resolve("series"), "in-flight-2", 2);
    }

    private static void run(Path folder, String name, int inFlight) throws InterruptedException {
        try (Profiler profiler = Profiler.builder().plugins(known -> known.discovery(false))
                .client(new CountingClient())
                .dataset(new Questions()).load(Load.concurrency(inFlight))
                .evaluator((question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of(outcome.answer()), "",
                        Map.of()))
                .measurement(how -> how.warmupQueries(0).idleSeconds(0)).output(folder)
                .storage(where -> where.runName(name)).build()) {
            profiler.run();
        }
    }

    private int ipw(String... arguments) {
        return IpwCommand.run(arguments, captured.terminal(100));
    }

    @Test
    void drawsIntoTheRunsFolder() {
        Path run = runs.resolve("a");
        assertThat(ipw("plot", run.toString(), "--visualization", "output_kde,box", "--dimension", "output_tokens"))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("Unknown parameter 'dimension' for visualization output_kde");
        assertThat(ipw("plot", run.toString(), "--visualization", "output_kde")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).isEqualTo(run.resolve("plots").resolve("completion_tokens_kde.png") + "\n");
        assertThat(run.resolve("plots").resolve("completion_tokens_kde.png")).isNotEmptyFile();
    }

    @Test
    void drawsTheRunsOfASeries() throws IOException {
        Path series = runs.resolve("series");
        Files.writeString(series.resolve("sweep.json"), """
                {"steps": [{"folder": "in-flight-1"}, {"folder": "in-flight-2"}]}
                """);
        Path pictures = runs.resolve("pictures");
        assertThat(ipw("plot", series.toString(), "--visualization", "load", "--output", pictures.toString(), "--json"))
                .isEqualTo(ExitCode.FINE);
        TreeReader answer = TreeReader.ofJson("answer", captured.out());
        assertThat(answer.texts("pictures")).contains(pictures.resolve("load_requests.png").toString());
        assertThat(answer.texts("not_drawn")).contains("load_power is not drawn: no run has it");
    }

    @Test
    void saysWhatIsWrong() throws IOException {
        String run = runs.resolve("a").toString();
        assertThat(ipw("plot", run, "--visualization", "pie")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("pie").contains("heatmap");
        assertThat(ipw("plot", runs.resolve("nothing").toString())).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw("plot", run, "--visualization", "box", "--dimension", "joules")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err())
                .contains("Nothing was drawn: box_energy_joules is not drawn: no query has energy_joules");
        Path file = Files.writeString(runs.resolve("file"), "");
        assertThat(ipw("plot", run, "--visualization", "output_kde", "--output", file.toString()))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("Give --output a folder that can be written");
    }

    /** Questions whose answers have 1 to 7 tokens. */
    private record Questions() implements Dataset {
        @Override
        public String id() {
            return "questions";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return IntStream.range(0, 20).mapToObj(
                    number -> DatasetRecord.of("q" + number, "?".repeat(1 + number % 7), "a"));
        }
    }

    private record CountingClient() implements InferenceClient {
        @Override
        public ClientInfo describe() {
            return ClientInfo.inProcess("counting", "counted");
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) {
            sink.sent(System.nanoTime());
            int tokens = request.messages().getLast().text().length();
            return InferenceResponse.of("a", TokenUsage.server(tokens, tokens));
        }
    }
}
