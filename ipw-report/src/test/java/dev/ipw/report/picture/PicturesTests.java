package dev.ipw.report.picture;

import dev.ipw.Profiler;
import dev.ipw.analysis.Drawing;
import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.ChunkKind;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.profile.Load;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Draws two runs of 30 questions of a fake model that says when its tokens came; nothing measures joules. */
class PicturesTests {
    private static final int QUESTIONS = 30;

    @TempDir
    static Path runs;

    @TempDir
    Path pictures;

    @BeforeAll
    static void profile() throws InterruptedException {
        run("a", 1);
        run("b", 2);
    }

    private static void run(String name, int inFlight) throws InterruptedException {
        try (Profiler profiler = Profiler.builder().discovery(false).client(new StampingClient())
                .dataset(new Questions())
                .evaluator((question, answer) -> new Evaluation(Verdict.CORRECT, Optional.of(answer), "", Map.of()))
                .load(Load.concurrency(inFlight)).warmupQueries(0)
                .idleSeconds(0).output(runs).runName(name).build()) {
            profiler.run();
        }
    }

    private static List<RunReader> both() {
        return List.of(RunReader.open(runs.resolve("a")), RunReader.open(runs.resolve("b")));
    }

    private Drawing draw(String id, Map<String, String> options) {
        VisualizationProvider provider = Plugins.builder("visualization", VisualizationProvider.class).build()
                .require(id);
        return provider.draw(both(), pictures, Parameters.of("visualization " + id, options));
    }

    @ParameterizedTest
    @CsvSource({"scatter,scatter_output_tokens_time_per_output_token", "box,box_time_per_output_token",
            "histogram,histogram_time_per_output_token", "output-kde,completion_tokens_kde",
            "heatmap,heatmap_total_time_a"})
    void drawsBothRuns(String id, String file) throws IOException {
        Drawing drawn = draw(id, Map.of("width", "500", "height", "400"));
        assertThat(drawn.notDrawn()).isEmpty();
        assertThat(drawn.files()).contains(pictures.resolve(file + ".png"));
        assertThat(ImageIO.read(drawn.files().getFirst().toFile()).getWidth()).isEqualTo(500);
    }

    @Test
    void drawsTheLinesOfTheRegressionUnderTheReferencesNames() {
        Drawing drawn = draw("regression", Map.of());
        assertThat(drawn.files()).extracting(file -> String.valueOf(file.getFileName())).containsExactly("ttft.png",
                "latency.png");
        assertThat(drawn.notDrawn()).containsExactly(
                "energy is not drawn: no query has energy_joules together with token counts",
                "power is not drawn: no query has power_watts together with token counts");
    }

    @Test
    void drawsCurvesOverTheLoad() {
        Drawing drawn = draw("load", Map.of());
        assertThat(drawn.files()).contains(pictures.resolve("load_ttft.png"), pictures.resolve("load_requests.png"),
                pictures.resolve("load_failures.png"));
        assertThat(drawn.notDrawn()).containsExactly("load_energy is not drawn: no run has it",
                "load_power is not drawn: no run has it");
    }

    @Test
    void aCurveOverTheLoadTakesTwoDifferentLoads() {
        RunReader run = RunReader.open(runs.resolve("b"));
        Drawing drawn = new LoadPictures().draw(List.of(run, run), pictures, Parameters.of("load", Map.of()));
        assertThat(drawn.files()).isEmpty();
        assertThat(drawn.notDrawn()).singleElement().asString().contains("same load (2 in flight)")
                .contains("two different loads").contains("--sweep concurrency:1,2,4,8");
    }

    @Test
    void saysWhatItCannotDraw() {
        assertThat(draw("box", Map.of("dimension", "joules")).notDrawn())
                .containsExactly("box_energy_joules is not drawn: no query has energy_joules");
    }

    @Test
    void takesTheWidthOfBinsAsADuration() {
        assertThat(draw("histogram", Map.of("dimension", "ttft", "bin", "10ms", "form", "histogram")).files())
                .hasSize(1);
        assertThatThrownBy(() -> draw("histogram", Map.of("bin", "soon"))).isInstanceOf(ConfigurationException.class)
                .hasMessage("bin must be a width above zero in s, or a duration such as 1ms, not 'soon'");
        assertThatThrownBy(() -> draw("histogram", Map.of("bin", "1e-15")))
                .hasMessageContaining("at most 2000 are drawn, so take wider ones");
    }

    @Test
    void refusesAWidthWhereItMeansNothing() {
        assertThatThrownBy(() -> draw("histogram", Map.of("bin", "1ms", "log_x", "true")))
                .hasMessageContaining("those of a logarithmic axis grow");
        assertThatThrownBy(() -> draw("histogram", Map.of("bin", "1ms", "bins", "5")))
                .hasMessageContaining("not both");
    }

    @Test
    void refusesOptionsThatNobodyKnows() {
        assertThatThrownBy(() -> draw("box", Map.of("dimensions", "ttft"))).hasMessageContaining("dimension");
        assertThatThrownBy(() -> draw("box", Map.of("width", "10"))).hasMessage(
                "width must be 200 to 8000 pixels, not 10");
        assertThatThrownBy(() -> draw("histogram", Map.of("form", "pie"))).hasMessageContaining("kde");
    }

    @Test
    void keepsAPlaceForEveryQuery() {
        RunSample run = RunSample.of("a", both().getFirst(),
                Set.of(Dimension.OUTPUT_TOKENS, Dimension.ENERGY_JOULES));
        assertThat(run.column(Dimension.OUTPUT_TOKENS)).hasSize(QUESTIONS);
        assertThat(run.column(Dimension.ENERGY_JOULES)).hasSize(QUESTIONS).containsOnly(Double.NaN);
        assertThat(run.values(Dimension.ENERGY_JOULES)).isEmpty();
        assertThatThrownBy(() -> run.column(Dimension.TOTAL_TIME)).hasMessageContaining("was not read");
    }

    /** Asks for answers of 2 to 11 tokens. */
    private record Questions() implements Dataset {
        @Override
        public String id() {
            return "questions";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return IntStream.range(0, QUESTIONS)
                    .mapToObj(number -> DatasetRecord.of("q" + number, "?".repeat(2 + number % 10), "a"));
        }
    }

    /** Answers with as many tokens as the question has characters. */
    private record StampingClient() implements InferenceClient {
        @Override
        public ClientInfo describe() {
            return new ClientInfo("fake", "fake:1b", Optional.empty(), ServingHost.LOCAL, Map.of());
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) {
            String prompt = request.messages().getLast().content();
            sink.sent(System.nanoTime());
            for (int token = 0; token < prompt.length(); token++) {
                sink.chunk(ChunkKind.ANSWER, "a", System.nanoTime());
            }
            return InferenceResponse.of("a".repeat(prompt.length()),
                    TokenUsage.server(prompt.length(), prompt.length()));
        }
    }
}
