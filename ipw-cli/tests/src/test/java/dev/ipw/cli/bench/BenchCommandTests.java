package dev.ipw.cli.bench;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.TwoModelServer;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.statistics.Estimate;
import dev.ipw.testing.Canary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Grids of agents, models and datasets, from the command line. */
@Tag("real-time")
class BenchCommandTests {
    private static final List<String> AXES = List.of("--agents", "none,react", "--models", "right,wrong");

    @TempDir
    Path folder;

    private CapturedTerminal captured = new CapturedTerminal();
    private TwoModelServer server;
    private Path sums;
    private Path others;

    @BeforeEach
    void prepare() throws IOException {
        server = new TwoModelServer(0);
        sums = questions("sums.jsonl", 3);
        others = questions("others.jsonl", 2);
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private Path questions(String name, int count) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            lines.add("{\"id\":\"q" + number + "\",\"problem\":\"6*7=\",\"answer\":\"42\"}");
        }
        return Files.write(folder.resolve(name), lines);
    }

    private int bench(List<String> axes, String... more) {
        List<String> typed = new ArrayList<>(List.of("bench"));
        typed.addAll(axes);
        typed.addAll(List.of("--client", "openai", "--client-base-url", server.baseUrl(), "--tools", "calculator",
                "--no-calibration", "--warmup-queries", "0", "--idle-seconds", "0", "--output-dir",
                folder.toString(), "--run-name", "x"));
        typed.addAll(List.of(more));
        Map.of("--telemetry", "none", "--evaluator", "numeric").forEach((option, value) -> {
            if (!typed.contains(option)) {
                typed.addAll(List.of(option, value));
            }
        });
        return ipw(80, typed.toArray(String[]::new));
    }

    private int ipw(int columns, String... typed) {
        captured = new CapturedTerminal();
        return IpwCommand.run(typed, captured.terminal(columns));
    }

    private List<String> with(Path... datasets) {
        List<String> axes = new ArrayList<>(AXES);
        axes.addAll(List.of("--datasets", String.join(",", List.of(datasets).stream().map(Path::toString).toList())));
        return axes;
    }

    private Path place() {
        return folder.resolve("bench_x");
    }

    private TreeReader manifest() throws IOException {
        return TreeReader.ofJson("bench.json", Files.readString(place().resolve("bench.json")));
    }

    @Test
    void measuresEachCellAndSetsThemBesideEachOther() throws IOException {
        assertThat(bench(with(sums, others), "--telemetry", "estimate", "--json")).as(captured.err()).isZero();

        assertThat(captured.err()).contains("8 cells, 20 queries, in an order drawn by seed 42", "Cell 1 of 8: ",
                "Cell 8 of 8: ");
        TreeReader report = TreeReader.ofJson("stdout", captured.out());
        assertThat(report.children("cells")).hasSize(8)
                .allSatisfy(cell -> assertThat(cell.text("state")).isEqualTo("finished"));
        assertThat(report.children("datasets")).extracting(dataset -> dataset.text("dataset"))
                .containsExactly("sums.jsonl", "others.jsonl");
        for (TreeReader dataset : report.children("datasets")) {
            assertThat(dataset.children("cells")).extracting(cell -> cell.text("agent") + " " + cell.text("model"))
                    .containsExactly("none right", "react right", "none wrong", "react wrong");
            dataset.children("cells").forEach(BenchCommandTests::requireAsAnalyzed);
            assertThat(dataset.texts("front_by_seconds")).isNotEmpty();
            assertThat(dataset.child("comparison").children("comparisons")).hasSize(3);
        }
        assertThat(place().resolve("report.html")).exists();
        assertThat(ipw(80, "analyze", place().toString())).as(captured.err()).isZero();
    }

    /** The table repeats what the analyses of the run say. */
    private static void requireAsAnalyzed(TreeReader cell) {
        ProfileRun run = ProfileRun.open(Path.of(cell.text("run")));
        boolean isRight = cell.text("model").equals("right");
        assertThat(cell.child("accuracy").real("value")).isEqualTo(isRight ? 1 : 0);
        requireSame(cell, "accuracy", run.efficiency().accuracy().estimate());
        requireSame(cell, "joules_per_query", run.efficiency().joulesPerQuery().estimate());
        requireSame(cell, "intelligence_per_joule", run.efficiency().intelligencePerJoule().estimate());
        AnalysisResult solved = run.analyze("solved");
        requireSame(cell, "joules_per_solved_task", solved.figure("joules_per_solved_task").number());
        requireSame(cell, "usd_per_solved_task", solved.figure("usd_per_solved_task").number());
        AnalysisTable points = run.analyze("pareto").table("points").orElseThrow();
        requireSame(cell, "seconds_per_query",
                points.value(points.rows().getFirst(), "seconds_per_query").number());
    }

    private static void requireSame(TreeReader cell, String figure, Optional<Estimate> expected) {
        requireSame(cell, figure, expected.map(known -> OptionalDouble.of(known.value()))
                .orElse(OptionalDouble.empty()));
        expected.ifPresent(known -> assertThat(cell.child(figure).optionalReal("low")).as(figure)
                .hasValue(known.interval().low()));
    }

    private static void requireSame(TreeReader cell, String figure, OptionalDouble expected) {
        assertThat(cell.child(figure).optionalReal("value")).as(figure).isEqualTo(expected);
    }

    @Test
    void addsUpTheActionsOfAllQueries() {
        assertThat(bench(with(sums), "--telemetry", "estimate", "--quiet")).as(captured.err()).isZero();

        assertThat(ipw(80, "bench", "show", place().toString())).as(captured.err()).isZero();
        assertThat(captured.out()).contains("react, right on sums.jsonl").containsPattern("tool calculator +3 ")
                .containsPattern("model calls +6 ").containsPattern("queries in all +3 ");
        assertThat(ipw(80, "bench", "show", place().toString(), "2", "--json")).as(captured.err()).isZero();
        TreeReader page = TreeReader.ofJson("stdout", captured.out());
        assertThat(page.children("listed")).hasSize(3);
        requireSum(page.children("actions"));
        page.children("listed").forEach(query -> requireSum(query.children("actions")));
        assertThat(ipw(80, "bench", "show", place().toString(), "react_right_sums.jsonl", "q2")).isZero();
        assertThat(captured.out()).contains("  1 call ", "    calculator ", "  2 call ");
        assertThat(ipw(80, "bench", "show", place().toString(), "react_rihgt_sums.jsonl"))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("'react_right_sums.jsonl'");
    }

    /** Calls, tools and idle time are the queries. */
    private static void requireSum(List<TreeReader> actions) {
        if (actions.stream().allMatch(action -> action.whole("with_energy") == action.whole("count"))) {
            double all = actions.stream().filter(action -> action.text("kind").equals("query"))
                    .mapToDouble(action -> action.real("joules")).sum();
            assertThat(actions.stream().filter(action -> List.of("call", "tool", "idle").contains(action.text("kind")))
                    .mapToDouble(action -> action.real("joules")).sum()).isCloseTo(all, within(1e-9 * (1 + all)));
        }
        assertThat(actions).anySatisfy(action -> assertThat(action.text("kind")).isEqualTo("tool"));
    }

    @Test
    void goesOnWithTheCellsThatFailed() throws IOException {
        server.loseWrong(true);
        assertThat(bench(with(sums), "--order", "given")).isEqualTo(ExitCode.SOME_FAILED);
        assertThat(captured.err()).contains("Failed: none, wrong on sums.jsonl");
        assertThat(captured.out()).contains("4 cells: 2 finished, 2 failed", "react, wrong on sums.jsonl: failed: ");
        Map<String, String> states = Map.of("none_right_sums.jsonl", "finished", "none_wrong_sums.jsonl", "failed");
        assertThat(manifest().children("cells")).filteredOn(cell -> states.containsKey(cell.text("name")))
                .allSatisfy(cell -> assertThat(cell.text("state")).isEqualTo(states.get(cell.text("name"))));
        Path journal = place().resolve("react_right_sums.jsonl").resolve("journal.jsonl");
        FileTime written = Files.getLastModifiedTime(journal);

        server.loseWrong(false);
        assertThat(ipw(80, "bench", "--resume", place().toString())).as(captured.err()).isZero();
        assertThat(captured.err()).contains("Cell 1 of 4: none, right on sums.jsonl: finished before",
                "Cell 3 of 4: none, wrong on sums.jsonl\n");
        assertThat(captured.out()).contains("4 cells: 4 finished");
        assertThat(Files.getLastModifiedTime(journal)).isEqualTo(written);
        int asked = server.asked();
        assertThat(bench(with(sums), "--order", "given", "--resume")).as(captured.err()).isZero();
        assertThat(server.asked()).isEqualTo(asked);
    }

    @Test
    void refusesToGoOnWithOtherSettings() throws IOException {
        assertThat(bench(with(others), "--max-queries", "1")).as(captured.err()).isZero();
        String before = Files.readString(place().resolve("bench.json"));

        assertThat(bench(with(others), "--max-queries", "2", "--resume")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("--max-queries was 1, now 2", "nothing was changed");
        assertThat(bench(with(sums, others), "--max-queries", "1", "--resume")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("none, right on sums.jsonl", "the cell is new");
        assertThat(bench(with(others), "--max-queries", "1", "--resume", "--order", "given"))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("--order was random, now given");
        assertThat(bench(with(others), "--max-queries", "1")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("exists already", "--resume");
        assertThat(Files.readString(place().resolve("bench.json"))).isEqualTo(before);
    }

    @Test
    void keepsNoSecretAndAsksForItAgain() throws IOException {
        String key = Canary.KEY;
        assertThat(bench(with(others), "--client-param", "api_key=" + key)).as(captured.err()).isZero();

        assertThat(Files.readString(place().resolve("bench.json"))).doesNotContain(key);
        assertThat(ipw(80, "bench", "--resume", place().toString())).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("secret", "whole command");
        assertThat(bench(with(others), "--client-param", "api_key=" + key, "--resume")).as(captured.err()).isZero();
    }

    @Test
    void showsThePlanWithoutAsking() {
        assertThat(bench(with(sums, others), "--dry-run", "--order", "given")).as(captured.err()).isZero();

        assertThat(captured.out()).contains("8 cells, 20 queries, in the order given")
                .containsPattern("1 +none +right +sums.jsonl +3\n")
                .containsPattern("8 +react +wrong +others.jsonl +2\n");
        assertThat(server.asked()).isZero();
        assertThat(place()).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"--agents|none,reakt|react", "--models|right,wrogn|wrogn",
            "--datasets|none.jsonl|none.jsonl", "--order|sorted|random or given", "--models|right,right|'right'",
            "--sweep|concurrency:1,2|--sweep", "--agent|react|--agents", "--model|right|--models",
            "--evaluator|nmeric|numeric",
            "--max-queries|0|at least 1"})
    void refusesWhatCannotWorkBeforeAnythingIsAsked(String option, String value, String told) {
        List<String> axes = with(sums);
        int place = axes.indexOf(option);
        if (place >= 0) {
            axes.set(place + 1, value);
        } else {
            axes.addAll(List.of(option, value));
        }
        assertThat(bench(axes)).isIn(ExitCode.WRONG_USE, ExitCode.SERVER_UNREACHABLE);
        assertThat(captured.err()).contains(told);
        assertThat(server.asked()).isZero();
        assertThat(place()).doesNotExist();
    }

    @Test
    void takesAGridFromAFile() throws IOException {
        Path grid = Files.writeString(folder.resolve("grid.yaml"), """
                agents: [none, {agent: react, name: with-calculator, tools: calculator, max-turns: 4}]
                models:
                  - {model: right, client: openai, client-base-url: "%s"}
                datasets:
                  - {dataset: "%s", name: few, max-queries: 1, evaluator: numeric}
                  - {dataset: "%s", evaluator: numeric}
                options: {telemetry: none, no-calibration: true, warmup-queries: 0, idle-seconds: 0}
                order: given
                """.formatted(server.baseUrl(), sums, others));
        assertThat(ipw(80, "bench", "--grid", grid.toString(), "--output-dir", folder.toString(), "--run-name", "x",
                "--agents", "with-calculator")).as(captured.err()).isZero();

        assertThat(captured.out()).contains("few: 1 queries a cell", "others.jsonl: 2 queries a cell");
        assertThat(ProfileRun.open(place().resolve("with-calculator_right_few")).summary().configuration().settings()
                .agent()).containsEntry("max_turns", "4").containsEntry("tools", "calculator");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"agnts: [none]|Did you mean 'agents'?",
            "models: [{modell: a}]|Did you mean 'model'?", "models: [{model: a, seed: 3}]|but of 'options'",
            "options: {max-querys: 3}|'max-queries'", "options: {model: a}|but of 'models'",
            "agents: none|must be a list", "agents: [[none]]|neither a name nor options",
            "models: [{client: openai}]|no 'model'",
            "options: {run-name: y}|no option of 'options'", "order: sorted|random or given"})
    void refusesAGridThatCannotWork(String content, String told) throws IOException {
        Path grid = Files.writeString(folder.resolve("grid.yaml"),
                content + "\ndatasets: [\"" + sums + "\"]\n");
        assertThat(ipw(80, "bench", "--grid", grid.toString(), "--output-dir", folder.toString(), "--run-name", "x"))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains(told);
        assertThat(place()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 60, 140})
    void keepsToTheWidth(int columns) {
        assertThat(bench(with(sums, others), "--telemetry", "estimate", "--cost-per-hour", "2", "--quiet"))
                .as(captured.err()).isZero();

        for (String[] typed : List.of(new String[]{"bench", "show", place().toString()},
                new String[]{"bench", "show", place().toString(), "1"})) {
            assertThat(ipw(columns, typed)).as(captured.err()).isZero();
            assertThat(captured.out().lines().filter(line -> !line.contains(folder.toString())))
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns));
        }
        assertThat(ipw(columns, "bench", "show", place().toString())).isZero();
        assertThat(captured.out()).contains("accuracy %", "J/query", "USD/1,000 solved", "react, wrong", "IPJ");
    }
}
