package dev.ipw.cli;

import dev.ipw.benchmarks.rows.DataFile;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Exports and routes between runs of 30 questions: 20 answers of the small model are right, 25 of the large one. */
@Tag("real-time")
class ResultExportTests {
    private static final int QUESTIONS = 30;
    private static final String[] LEADERBOARD = {"--option", "organization=UQ", "--option", "contact_email=me@uq.org",
            "--option", "task_type=chat"};

    @TempDir
    static Path runs;

    private final CapturedTerminal captured = new CapturedTerminal();

    @BeforeAll
    static void profile() throws InterruptedException {
        run("small", 20, 2_000_000, true);
        run("large", 25, 6_000_000, true);
        run("unmetered", 20, 100_000, false);
        runUnasked();
    }

    private static void run(String name, int right, long nanos, boolean isMetered) throws InterruptedException {
        FakeRuns.run(FakeRuns.builder(runs, name, QUESTIONS,
                number -> new DatasetRecord("q" + number, "Question " + number, "42", Optional.empty(),
                        Optional.empty(), List.of(), Map.of("anthropic_index_category",
                                number % 2 == 0 ? "Legal services" : "Sales and related")),
                question -> new FakeRuns.Answer(nanos / 2, nanos, 5, 2)).evaluator((question, outcome) -> {
                    boolean isRight = Integer.parseInt(question.id().substring(1)) < right;
                    return new Evaluation(isRight ? Verdict.CORRECT : Verdict.INCORRECT, Optional.of(outcome.answer()),
                            "", Map.of());
                }).plugins(known -> known.register(new CardProvider()))
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry(isMetered ? "cards" : "none")));
    }

    private static void runUnasked() throws InterruptedException {
        FakeRuns.run(FakeRuns.builder(runs, "unasked", 2, number -> DatasetRecord.of("q" + number, "Question", "42"),
                question -> new FakeRuns.Answer(1, 2, 1, 1)).queryRunner((question, session) -> session.finish("42"))
                .evaluator((question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of(outcome.answer()), "",
                        Map.of())));
    }

    private int ipw(String... arguments) {
        return IpwCommand.run(arguments, captured.terminal(140));
    }

    @Test
    void aRunThatWasCutOffIsFinishedFirst() throws InterruptedException {
        run("cut", 20, 100_000, false);
        new RunDirectory(runs.resolve("cut")).removeSummary();

        assertThat(ipw("export", runs.resolve("cut").toString(), "--csv", "--columns", "record_id,answer"))
                .as(captured.err()).isEqualTo(ExitCode.FINE);
        assertThat(captured.out().lines()).hasSize(QUESTIONS + 1).contains("q0,42");
    }

    private int export(String name, String format, String... options) {
        String[] command = {"export", runs.resolve(name).toString(), "--format", format};
        return ipw(Stream.of(command, options).flatMap(Arrays::stream)
                .toArray(String[]::new));
    }

    @Test
    void writesAnEntryForTheHub() {
        assertThat(export("small", "hub-eval-results", "--option", "dataset=cais/hle")).as(captured.err())
                .isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).startsWith("- dataset:\n    id: cais/hle\n    task_id: default\n  value: 66.66")
                .contains("  notes: 'Energy ", "J/query, IPJ ", "scope gpu");
        assertThat(captured.err()).contains("It belongs at .eval_results/hle.yaml");
    }

    @Test
    void writesASubmissionIntoAFile() throws IOException {
        Path file = runs.resolve("submission.json");
        String[] options = Stream.concat(Arrays.stream(LEADERBOARD),
                Stream.of("--output", file.toString())).toArray(String[]::new);
        assertThat(export("small", "ipw-leaderboard", options)).as(captured.err()).isEqualTo(ExitCode.FINE);
        TreeReader submission = TreeReader.ofJson("submission", Files.readString(file));
        TreeReader legal = submission.child("categoryMetrics").child("Legal services");
        assertThat(legal.real("accuracy")).isEqualTo(100 * 10 / 15.0);
        assertThat(legal.real("avg_energy")).isPositive();
        assertThat(legal.real("avg_power")).isPositive();
        assertThat(submission.text("notes")).contains("Energy ").hasSizeLessThanOrEqualTo(500);
        assertThat(captured.err()).contains("submissions/uq/model_");
    }

    @Test
    void writesARecordOfEveryEvalEver() {
        assertThat(export("small", "every-eval-ever", "--option", "organization=UQ")).as(captured.err())
                .isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("\"ipw.joules_per_query\"", "\"energy_provenance\"");
    }

    @Test
    void writesALogWithEveryQuery() {
        assertThat(export("small", "inspect")).as(captured.err()).isEqualTo(ExitCode.FINE);
        TreeReader log = TreeReader.ofJson("log", captured.out());
        assertThat(log.children("samples")).hasSize(QUESTIONS)
                .allSatisfy(sample -> assertThat(sample.child("metadata").child("ipw").real("joules")).isPositive());
        assertThat(log.child("results").whole("total_samples")).isEqualTo(QUESTIONS);
    }

    @Test
    void writesParquetWithAndWithoutTexts() {
        Path file = runs.resolve("small.parquet");
        assertThat(export("small", "parquet", "--output", file.toString())).as(captured.err())
                .isEqualTo(ExitCode.FINE);
        assertThat(captured.err()).contains("Wrote 30 queries into " + file);
        assertThat(rows(file)).hasSize(QUESTIONS).first().asString().contains("problem=Question 1", "model_metrics=");
        assertThat(export("small", "parquet", "--figures-only", "--output", file.toString())).as(captured.err())
                .isEqualTo(ExitCode.FINE);
        assertThat(rows(file)).hasSize(QUESTIONS).first().asString().contains("model_metrics=")
                .doesNotContain("Question", "Legal services");
    }

    private static List<Row> rows(Path file) {
        try (Stream<Row> rows = DataFile.rows(file, "small.parquet")) {
            return rows.toList();
        }
    }

    @Test
    void refusesWhatParquetCannotDo() {
        Path file = runs.resolve("refused.parquet");
        String[][] refused = {{"parquet"}, {"parquet", "--columns", "ttft", "--output", file.toString()},
                {"parquet", "--option", "a=b", "--output", file.toString()},
                {"inspect", "--figures-only"}, {"parquett", "--output", file.toString()},
                {"parquet", "--output", runs.resolve("none").resolve("a.parquet").toString()}};
        for (String[] command : refused) {
            assertThat(export("small", command[0], Arrays.copyOfRange(command, 1, command.length)))
                    .isEqualTo(ExitCode.WRONG_USE);
        }
        assertThat(captured.err()).contains("give --output a file", "leave --csv, --jsonl and --columns out",
                "leave --option out", "--figures-only is of --format parquet", "traces-hf, parquet",
                "there is no folder");
        assertThat(file).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hub-eval-results", "every-eval-ever", "ipw-leaderboard", "inspect"})
    void neverTellsNoJoulesAsZero(String format) {
        String[] options = switch (format) {
            case "hub-eval-results" -> new String[]{"--option", "dataset=cais/hle"};
            case "every-eval-ever" -> new String[]{"--option", "organization=UQ"};
            case "ipw-leaderboard" -> LEADERBOARD;
            default -> new String[0];
        };
        assertThat(export("unmetered", format, options)).as(captured.err()).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("Energy unavailable: ").doesNotContain("avg_energy", "avg_power",
                "joules_per_query", "\"joules\"", "J/query");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hub-eval-results", "every-eval-ever", "ipw-leaderboard"})
    void aRunWithoutAnyCallHasNoResultOfTheModel(String format) {
        assertThat(export("unasked", format)).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("has no result of the model model: no model call was made");
        assertThat(captured.out()).isEmpty();
    }

    @Test
    void theQueriesOfARunWithoutAnyCallAreWritten() {
        assertThat(export("unasked", "traces")).as(captured.err()).isEqualTo(ExitCode.FINE);
        assertThat(captured.out().lines()).hasSize(2);
    }

    @Test
    void saysWhatAFormatWants() {
        assertThat(export("small", "ipw-leaderboard")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("--option organization=UQ");
        assertThat(export("small", "hub-eval-results")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("--option dataset=OWNER/NAME");
        assertThat(export("small", "excel")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("hub-eval-results, every-eval-ever, ipw-leaderboard, inspect");
        assertThat(export("small", "inspect", "--csv")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(export("small", "inspect", "--option", "colour=red")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("colour");
        assertThat(ipw("export", runs.resolve("small").toString(), "--option", "a=b")).isEqualTo(ExitCode.WRONG_USE);
    }

    @Test
    void routesBetweenRuns() {
        assertThat(ipw("analyze", runs.resolve("small").toString(), runs.resolve("large").toString(), "--analysis",
                "routing")).as(captured.err()).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).startsWith(
                "A smaller model answers 66.67 % of the queries; a perfect router would save ")
                .contains("% of the joules", "80 % right, else to the large model", "Joules: MEASURED.",
                        "right: smaller and large 20, only smaller 0, only large 5, none 5.")
                .containsPattern("perfect +83.3 % \\[\\d").containsPattern("large +large +10 +83.3 % ");
        assertThat(captured.out().lines()).filteredOn(line -> !line.startsWith("Analysis:"))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(140));
    }

    @Test
    void givesRoutingToPrograms() {
        assertThat(ipw("analyze", runs.resolve("small").toString(), runs.resolve("large").toString(), "--analysis",
                "routing", "--option", "precision=1,0.5", "--json")).as(captured.err()).isEqualTo(ExitCode.FINE);
        TreeReader analysis = TreeReader.ofJson("routing", captured.out()).children("analyses").getFirst();
        TreeReader summary = analysis.child("summary");
        assertThat(summary.whole("right_only_large")).isEqualTo(5);
        assertThat(summary.whole("right_in_none")).isEqualTo(5);
        assertThat(summary.real("answered_by_smaller_low")).isLessThan(20 / 30.0);
        assertThat(captured.out()).contains("not known of small: its machine is not free");
    }

    @Test
    void doesNotSaveJoulesThatNobodyMeasured() {
        assertThat(ipw("analyze", runs.resolve("unmetered").toString(), runs.resolve("large").toString(),
                "--analysis", "routing")).as(captured.err()).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("not known of unmetered").doesNotContain("% of the joules");
    }

    @Test
    void wantsTwoRunsAndShares() {
        assertThat(ipw("analyze", runs.resolve("small").toString(), "--analysis", "routing"))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("at least two models");
        assertThat(ipw("analyze", runs.resolve("small").toString(), runs.resolve("large").toString(), "--analysis",
                "routing", "--option", "precision=80")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("from 0 to 1, not '80'");
    }
}
