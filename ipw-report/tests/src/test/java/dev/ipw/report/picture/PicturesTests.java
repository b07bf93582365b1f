package dev.ipw.report.picture;

import dev.ipw.Profiler;
import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.analysis.VisualizationProvider.Drawing;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.Scope;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.TokenUsage;
import dev.ipw.load.Load;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import dev.ipw.telemetry.Sensor;
import dev.ipw.testing.SteadySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Draws two runs of 30 questions of a fake model that says when its tokens came; nothing measures joules. */
@Tag("real-time")
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
        try (Profiler profiler = Profiler.builder().plugins(known -> known.discovery(false))
                .client(new StampingClient())
                .dataset(new Questions())
                .evaluator((question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of(outcome.answer()), "",
                        Map.of()))
                .load(Load.concurrency(inFlight)).measurement(how -> how.warmupQueries(0).idleSeconds(0)).output(runs)
                .storage(where -> where.runName(name)).build()) {
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
                .contains("two different loads").contains("the sweep concurrency:1,2,4,8");
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

    @ParameterizedTest
    @EnumSource(Dimension.class)
    void namesEveryAxisByTheTableOfFigures(Dimension dimension) throws IOException {
        assertThat(unknown(new Measure(dimension, dimension.unit(), 1).axis().title(), table())).isEmpty();
    }

    @Test
    void namesCurvesOverTheLoadByTheTableOfFigures() throws IOException {
        Set<String> known = table();
        assertThat(LoadPictures.CURVES).allSatisfy(curve -> assertThat(unknown(curve.up().title(), known)).isEmpty());
        assertThat(LoadPictures.CURVES).extracting(curve -> curve.up().title()).contains("requests/s", "tokens/s",
                "J/token", "W");
        assertThat(List.of("Answers (1/min)", "J/answer", "Energy (J)", "share, J/token, net"))
                .allSatisfy(wrong -> assertThat(unknown(wrong, known)).isNotEmpty());
    }

    @Test
    void saysOfJoulesOfAQueryThatTheyAreAShare() {
        assertThat(new Measure(Dimension.ENERGY_JOULES, "J", 1).axis().title()).isEqualTo("share, J/query");
        assertThat(new Measure(Dimension.GPU_ENERGY_JOULES, "J", 1).axis().title()).startsWith("Share of the GPUs");
    }

    /** Return what of a title speaks of joules, watts or rates of a run and is no label of the table. */
    private static Optional<String> unknown(String title, Set<String> known) {
        boolean speaks = title.matches(".*(\\bJ\\b|\\bW\\b|IP[JW]|/min|requests/|answers/).*");
        boolean isOther = title.startsWith("Share of the GPUs") || title.startsWith("GPU power");
        return speaks && !isOther && !known.contains(title) ? Optional.of(title) : Optional.empty();
    }

    private static Set<String> table() throws IOException {
        String table = Files.readString(Path.of("..", "..", "docs", "metrics.md"));
        table = table.substring(table.indexOf("| label | what it is |"));
        return table.substring(0, table.indexOf("\n\n")).lines().skip(2).map(line -> line.split("\\|")[1].strip())
                .collect(Collectors.toSet());
    }

    @Test
    void drawsNoSharesAgainstTheTokensThatTheyWereMadeOf() throws InterruptedException {
        metered("alone", 1);
        metered("together", 4);
        List<RunReader> readers = Stream.of("alone", "together").map(name -> RunReader.open(runs.resolve(name)))
                .toList();

        Drawing drawn = new RegressionPictures().draw(readers, pictures, Parameters.of("regression", Map.of()));

        assertThat(drawn.files()).extracting(file -> String.valueOf(file.getFileName())).contains("latency.png",
                "energy.png", "power.png");
        assertThat(drawn.notDrawn()).hasSize(2).allSatisfy(why -> assertThat(why).contains(" of together is not drawn",
                "a share computed from its tokens", "The analysis regression"));
        assertThat(new RegressionPictures().draw(readers.subList(1, 2), pictures, Parameters.of("regression", Map.of()))
                .files()).extracting(file -> String.valueOf(file.getFileName())).doesNotContain("energy.png",
                        "power.png");
    }

    private static SteadySource card() {
        return new SteadySource("card",
                Sensor.energyCounter("card", Scope.GPU, "the card's counter", 1e-3, OptionalLong.empty()), 100_000);
    }

    private static void metered(String name, int inFlight) throws InterruptedException {
        try (Profiler profiler = Profiler.builder().plugins(known -> known.discovery(false).telemetrySource(card()))
                .client(new WaitingClient(inFlight))
                .dataset(new Questions())
                .evaluator((question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of(outcome.answer()), "",
                        Map.of()))
                .load(Load.concurrency(inFlight))
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).calibration(false)).output(runs)
                .storage(where -> where.runName(name)).build()) {
            profiler.run();
        }
    }

    /** Waits until as many requests are in flight as may be, and the card was read meanwhile; the last few go alone. */
    private static final class WaitingClient implements InferenceClient {
        private static final long MIN_NANOS = 10_000_000;

        private final CyclicBarrier together;
        private final AtomicInteger asked = new AtomicInteger();

        WaitingClient(int inFlight) {
            together = new CyclicBarrier(inFlight);
        }

        @Override
        public ClientInfo describe() {
            return ClientInfo.inProcess("fake", "fake:1b");
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) throws InterruptedException {
            long start = System.nanoTime();
            sink.sent(start);
            if (asked.incrementAndGet() <= QUESTIONS - QUESTIONS % together.getParties()) {
                meet();
            }
            while (System.nanoTime() - start < MIN_NANOS) {
                Thread.onSpinWait();
            }
            String prompt = request.messages().getLast().text();
            sink.chunk(ChunkKind.ANSWER, "a", System.nanoTime());
            return InferenceResponse.of("a", TokenUsage.server(prompt.length(), prompt.length()));
        }

        private void meet() throws InterruptedException {
            try {
                together.await();
            } catch (BrokenBarrierException ended) {
                throw new IllegalStateException(ended);
            }
        }
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
            return ClientInfo.inProcess("fake", "fake:1b");
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) {
            String prompt = request.messages().getLast().text();
            sink.sent(System.nanoTime());
            for (int token = 0; token < prompt.length(); token++) {
                sink.chunk(ChunkKind.ANSWER, "a", System.nanoTime());
            }
            return InferenceResponse.of("a".repeat(prompt.length()),
                    TokenUsage.server(prompt.length(), prompt.length()));
        }
    }
}
