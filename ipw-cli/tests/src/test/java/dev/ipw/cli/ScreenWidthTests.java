package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.cli.command.PluginKind;
import dev.ipw.cli.exchange.ImportCommandTests;
import dev.ipw.cli.result.RunReport;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.text.DisplayWidth;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.Scope;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.testing.ChangedSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Shows runs on two cards with long ids, and everything else, on terminals of 80 and of 60 columns. */
@Tag("real-time")
class ScreenWidthTests {
    private static final int COLUMNS = 80;
    private static final int NARROW = 60;
    private static final int QUESTIONS = 40;
    private static final List<String> CARDS = List.of("GPU-3d9a1c52-0f6e-4b77-9a10-52a0c1f0e001",
            "GPU-3d9a1c52-0f6e-4b77-9a10-52a0c1f0e002");

    /** They serve until they are ended, and write for programs. */
    private static final Set<String> WITHOUT_SCREEN = Set.of("serve", "serve-embedded", "mcp", "meter", "view");

    @TempDir
    static Path runs;

    private final CapturedTerminal captured = new CapturedTerminal();

    @BeforeAll
    static void profile() throws InterruptedException, IOException {
        run("a", 1);
        run("another-run-with-quite-a-long-name", 2);
        Path unknown = run("unknown", 1);
        ChangedSummary.write(unknown,
                Files.readString(unknown.resolve("summary.json")).replace("\"verdict\"", "\"forgotten\""));
        MergeCommandTests.shard(runs, "night", 0, 2);
        MergeCommandTests.shard(runs, "night", 1, 2);
        Files.writeString(runs.resolve("samples.jsonl"), IntStream.rangeClosed(0, 100).mapToObj(reading -> """
                {"t_ns":%d,"device":"%s","energy_mj":%d}
                """.formatted(reading * 10_000_000L, CARDS.getFirst(), reading * 1000L)).collect(Collectors.joining()));
        Files.writeString(runs.resolve("requests.jsonl"), """
                {"id":"a-request-with-quite-a-long-name-0001","start_ns":200000000,"end_ns":500000000}
                {"id":"b","start_ns":600000000,"end_ns":800000000}
                """);
    }

    private static Path run(String name, int slowness) throws InterruptedException {
        return FakeRuns.run(FakeRuns.builder(runs, name, QUESTIONS,
                number -> DatasetRecord.of("synthetic-question-" + number,
                        "What is the sum of " + "1".repeat(number % 6) + number
                                + " and what is left of 42 then? Answer shortly.",
                        "42"),
                question -> {
                    int tokens = 4 + Math.floorMod(question.hashCode(), 5);
                    return new FakeRuns.Answer(slowness * 100_000L * tokens,
                            slowness * 400_000L * tokens + 1000L * Math.floorMod(question.hashCode(), 997),
                            3 * tokens + question.length() % 4, tokens);
                }).evaluator((question, outcome) -> new Evaluation(
                        question.id().endsWith("3") ? Verdict.INCORRECT : Verdict.CORRECT,
                        Optional.of(outcome.answer()), "",
                        Map.of()))
                .plugins(known -> known.telemetrySource(new Cards()))).path();
    }

    static List<String> commands() {
        List<String> commands = new ArrayList<>(List.of("help", "list", "doctor", "doctor --details", "datasets",
                "datasets show gsm8k", "servers status", "servers presets", "show A", "show A 17",
                "show A --sort joules", "merge M",
                "show A --sort joules_per_token", "compare A B", "compare A B --details", "plan A --dimension ttft",
                "score A", "analyze U", "analyze A B --analysis pareto", "analyze A B --analysis routing",
                "analyze A --analysis latency --option slo=ttft=1s,tpot=1s",
                "analyze A --analysis cost --option cost_per_hour=2 --option electricity_price=0.3 "
                        + "--option carbon_intensity=300",
                "watch A --once", "report A --output NEW.html", "report A B --output NEW.html",
                "export A --output NEW.csv", "plot A --output NEW", "monitor --duration 0.2",
                "import llmeter SAMPLES/llmeter-load --output-dir NEW --run-name imported",
                "attribute --samples SAMPLED --requests REQUESTED",
                "profile --max-queries 4 --idle-seconds 0 --telemetry none "
                        + "--output-dir NEW --run-name profiled",
                "profile --sweep concurrency:1,2 --max-queries 6 --idle-seconds 0 --telemetry estimate --slo latency=1m "
                        + "--output-dir NEW --run-name swept",
                "profile --repeat 3 --max-queries 6 --idle-seconds 0 --telemetry estimate --output-dir NEW --run-name repeated",
                "run --agent react --max-queries 4 --idle-seconds 0 --telemetry estimate --output-dir NEW --run-name solved",
                "bench --models small,large --agents none,react --datasets arithmetic --max-queries 4 --idle-seconds 0 "
                        + "--telemetry estimate --output-dir NEW"));
        for (PluginKind kind : PluginKind.values()) {
            commands.add("list " + kind.label());
        }
        for (String analysis : List.of("accuracy", "calibration", "cost", "definitions", "judges", "latency", "pareto",
                "regression", "slowest", "solved", "steady-state")) {
            commands.add("analyze A --analysis " + analysis);
        }
        CommandLine line = IpwCommand.line(new String[0], new CapturedTerminal().terminal(COLUMNS));
        commands.add("--help");
        commands.add("bench show --help");
        commands.add("profile --help-all");
        line.getSubcommands().keySet().forEach(name -> commands.add(name + " --help"));
        return commands;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void keepsToTheWidth(String command) {
        for (int columns : List.of(COLUMNS, NARROW)) {
            CapturedTerminal terminal = new CapturedTerminal();
            int exitCode = IpwCommand.run(typed(command, columns), terminal.terminal(columns));

            assertThat(exitCode).as(terminal.err()).isEqualTo(ExitCode.FINE);
            assertThat(terminal.out().isEmpty()).isEqualTo(command.startsWith("export A"));
            assertNoLineIsWider(terminal.out(), columns);
        }
    }

    private static String[] typed(String command, int columns) {
        return Arrays.stream(command.split(" ")).map(word -> switch (word) {
            case "A" -> path("a");
            case "B" -> path("another-run-with-quite-a-long-name");
            case "U" -> path("unknown");
            case "M" -> path("night");
            case "SAMPLED" -> path("samples.jsonl");
            case "REQUESTED" -> path("requests.jsonl");
            default ->
                word.replace("NEW", path("new-" + columns)).replace("SAMPLES", ImportCommandTests.SAMPLES.toString());
        }).toArray(String[]::new);
    }

    @Test
    void triesEveryCommand() {
        CommandLine line = IpwCommand.line(new String[0], new CapturedTerminal().terminal(COLUMNS));
        Set<String> tried = commands().stream().filter(command -> !command.contains("--help"))
                .map(command -> command.split(" ")[0]).collect(Collectors.toSet());
        assertThat(line.getSubcommands().keySet()).filteredOn(name -> !WITHOUT_SCREEN.contains(name)).isSubsetOf(tried);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--sweep concurrency:1,2,3", "--repeat 3"})
    void showsASeriesOnEighteenLinesAndOneForEachRun(String plan) {
        List<String> words = new ArrayList<>(List.of("profile", "--max-queries", "6", "--telemetry", "estimate",
                "--idle-seconds", "0", "--output-dir", path("series"), "--run-name", plan.substring(2, 7)));
        words.addAll(List.of(plan.split(" ")));
        ipw(words.toArray(String[]::new));

        assertThat(captured.out().lines()).as(captured.out()).hasSizeLessThanOrEqualTo(18 + 3);
        assertThat(captured.out()).contains("requests/s", "J/query", "accuracy", "IPJ", "Runs: ");
    }

    @Test
    void keepsResultsOfRunsToTheWidth() {
        for (String name : List.of("a", "another-run-with-quite-a-long-name", "unknown")) {
            RunReport report = new RunReport(ProfileRun.open(runs.resolve(name)),
                    Optional.of(ServiceLevels.parse("ttft=1s,tpot=1s")));
            for (int columns : List.of(COLUMNS, NARROW)) {
                assertNoLineIsWider(report.text(columns), columns);
                assertNoLineIsWider(report.details(columns), columns);
            }
        }
    }

    /** A path stays whole, so that it can be copied. */
    private static void assertNoLineIsWider(String text, int columns) {
        assertThat(text.lines().filter(line -> !line.contains(runs.toString()))).allSatisfy(
                line -> assertThat(DisplayWidth.of(line)).as(line).isLessThanOrEqualTo(columns));
    }

    @Test
    void noticesALineThatIsTooWide() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> assertNoLineIsWider("\u4e2d".repeat(NARROW / 2) + "x\n", NARROW));
    }

    @Test
    void showsAResultOnFourteenLinesAndOneForItsGoodput() {
        for (String name : List.of("a", "another-run-with-quite-a-long-name", "unknown")) {
            for (Optional<ServiceLevels> levels : List.of(Optional.<ServiceLevels>empty(),
                    Optional.of(ServiceLevels.parse("ttft=1s,tpot=1s")))) {
                String text = new RunReport(ProfileRun.open(runs.resolve(name)), levels).text(COLUMNS);
                assertThat(text.lines()).as(text).hasSizeLessThanOrEqualTo(levels.isPresent() ? 15 : 14);
                assertThat(text).contains("Accuracy ", "IPJ ", "J/query ", "Times: ", "\nRun: ");
            }
        }
    }

    @Test
    void showsAComparisonOnTwentyLinesAndTheRestIfAsked() {
        ipw("compare", path("a"), path("another-run-with-quite-a-long-name"));
        String brief = captured.out();
        assertThat(brief.lines()).as(brief).hasSizeLessThanOrEqualTo(20);
        for (ComparedDimension dimension : ComparedDimension.usual()) {
            assertThat(brief.lines().filter(line -> line.contains("  " + dimension.words() + "  ")
                    || line.contains("  " + dimension.words() + ", median"))).as(dimension.words() + brief)
                    .hasSizeLessThanOrEqualTo(1);
        }
        // The second run takes twice as long to its first chunk.
        assertThat(brief).containsPattern("(?m)^(?: |INVALID) +TTFT, median +[\\d.]+ \\S+ +[\\d.]+ \\S+ +")
                .contains("--details")
                .doesNotContain("Wilcoxon");
        ipw("compare", path("a"), path("another-run-with-quite-a-long-name"), "--details");
        assertThat(captured.out()).contains("Wilcoxon signed rank");
    }

    @Test
    void listsRequestsOnEighteenLines() {
        ipw("show", path("a"));
        assertThat(captured.out().lines()).hasSizeLessThanOrEqualTo(18);
    }

    @Test
    void concludesFirstWhatIsMeasuredAndSaysTheRestOnFortyLines() {
        ipw("doctor");
        String out = captured.out();
        assertThat(out).matches("(?s)(No energy sensor measures here\\.|This machine measures: ).*");
        assertThat(out.indexOf("\nCan be read\n")).isPositive().isLessThan(out.indexOf("\nIs not on this machine\n"));
        assertThat(out.lines()).hasSizeLessThanOrEqualTo(40);
    }

    @Test
    void givesLatencyItsUnitsAndIntervals() {
        ipw("analyze", path("a"), "--analysis", "latency", "--option", "slo=ttft=1s");

        // Where a line breaks hangs on how long its numbers are.
        assertThat(captured.out().replaceAll("\\s+", " ")).contains("40 of 40 answers kept time_to_first_token");
        // A busy machine marks times that it doubts.
        assertThat(captured.out().replaceAll(" \\((?:INVALID|DOUBTFUL)\\)", ""))
                .contains("time to first token of 40, ms\n", "output tokens per second of 40, tokens/s",
                        "Not measured: ")
                .containsPattern("mean +p50 +p90 +p99\n").containsPattern("\n +0\\.\\d+ +0\\.\\d+ +0\\.\\d+ +-\n")
                .containsPattern("\n +\\[0\\.\\d+, 0\\.\\d+]").containsPattern("requests/s +[\\d.]+\n +failed/s +0\n")
                .doesNotContain("p99 9", "e-0");
    }

    @Test
    void givesCostItsUnitsAndWhatIsAbsentItsReason() {
        ipw("analyze", path("a"), "--analysis", "cost", "--option", "cost_per_hour=2");

        assertThat(captured.out()).containsPattern("machine +[\\d.]+ +USD\n")
                .containsPattern("1,000 right answers +[\\d.]+ +\\[[\\d.]+, [\\d.]+] +USD\n")
                .containsPattern("1,000 queries +[\\d.]+ +USD\n").containsPattern("energy +[\\d.]+ +m?Wh\n")
                .containsPattern("a million output tokens +[\\d.]+ +USD")
                .contains("No electricity (USD): no factor given; add --option electricity_price=N\n")
                .doesNotContain("usd per correct answer low");
    }

    @Test
    void saysWhatZeroDollarsLeaveOut() {
        ipw("analyze", path("a"), "--analysis", "cost");

        assertThat(captured.out()).containsOnlyOnce("0 USD in all: only tokens have a price here")
                .contains("No machine (USD): no factor given").doesNotContainPattern("(?m) 0 +USD$");
    }

    @Test
    void countsNoZerosOfSmallAmounts() {
        ipw("profile", "--max-queries", "6", "--telemetry", "estimate", "--idle-seconds", "0", "--cost-per-hour",
                "0.01",
                "--output-dir", path("cheap"), "--run-name", "cheap");

        assertThat(captured.out()).containsPattern("Cost +[\\d.]+ USD per 1,000 queries; [\\d.]+ USD in all\n");
    }

    @Test
    void showsARequestInWordsAndUnitsThatFitItsTimes() {
        ipw("show", path("a"), "17");

        assertThat(captured.out()).containsPattern("\n +in all +[\\d.]+ m?s\n").doesNotContain("SHORT", "ATTRIBUTED")
                .containsPattern("\nEnergy\n  [\\d.]+ m?J \\[[\\d.]+, [\\d.]+], [A-Z]+ ");
    }

    @Test
    void callsTheSlowestRequestsTheLongest() {
        ipw("show", path("a"));
        assertThat(captured.out()).contains("\nLongest latency from the intended start:\n");
        CapturedTerminal rates = new CapturedTerminal();
        IpwCommand.run(new String[]{"show", path("a"), "--sort", "throughput"}, rates.terminal(COLUMNS));
        assertThat(rates.out()).contains("\nHighest output tokens per second:\n");
    }

    @Test
    void givesTheLinesTheUnitsOfTheFitsAboveThem() {
        ipw("analyze", path("a"), "--analysis", "regression");

        assertThat(captured.out()).containsPattern("total tokens vs latency, ms +0\\.\\d+ ")
                .containsPattern("total tokens vs power, m?W ").containsPattern("total tokens vs energy, m?J ");
    }

    private void ipw(String... arguments) {
        assertThat(IpwCommand.run(arguments, captured.terminal(COLUMNS))).as(captured.err()).isEqualTo(ExitCode.FINE);
    }

    private static String path(String name) {
        return runs.resolve(name).toString();
    }

    /** Counts about 100 W and 200 W. Each tick brings all readings since the last one, so that one which comes late leaves no gap. */
    static final class Cards implements TelemetrySource {
        private long next = System.nanoTime();
        private long millijoules;

        @Override
        public String id() {
            return "cards";
        }

        @Override
        public List<Sensor> sensors() {
            return CARDS.stream()
                    .map(card -> Sensor.energyCounter(card, Scope.GPU, "NVML energy counter, " + card, 1e-3,
                            OptionalLong.empty()))
                    .toList();
        }

        @Override
        public Duration period() {
            return Duration.ofMillis(1);
        }

        @Override
        public void sample(SampleSink sink) {
            for (long now = System.nanoTime(); next - now <= 0; next += 1_000_000) {
                sink.at(next, next);
                millijoules += 100 + next / 1_000_000 % 7;
                sink.counter(0, millijoules);
                sink.counter(1, 2 * millijoules);
            }
        }

        @Override
        public void close() {}
    }
}
