package dev.ipw.cli.exchange;

import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Imports the samples of the core module, compares, shows and exports them. */
public class ImportCommandTests {
    public static final Path SAMPLES = Path.of("..", "..", "ipw-import", "tests", "src", "test", "resources", "dev",
            "ipw",
            "importing");

    @TempDir
    Path runs;

    private CapturedTerminal captured = new CapturedTerminal();

    private int ipw(String... arguments) {
        captured = new CapturedTerminal();
        return IpwCommand.run(arguments, captured.terminal(100));
    }

    private String imported(String tool, String sample, String name) {
        assertThat(
                ipw("import", tool, SAMPLES.resolve(sample).toString(), "--output-dir", runs.toString(), "--run-name",
                        name))
                .isEqualTo(ExitCode.FINE);
        return runs.resolve(name).toString();
    }

    @Test
    void comparesTwoFoldersOfLlmeter() {
        String first = imported("llmeter", "llmeter-a", "a");
        String second = imported("llmeter", "llmeter-b", "b");
        assertThat(ipw("compare", first, second, "--dimension", "time_per_output_token", "--json"))
                .isEqualTo(ExitCode.FINE);
        assertThat(captured.out().lines()).hasSize(1);
        TreeReader line = TreeReader.ofJson("line", captured.out());
        assertThat(line.text("dimension")).isEqualTo("time_per_output_token");
        List<TreeReader> compared = line.children("runs");
        assertThat(compared.get(0).whole("n")).isEqualTo(9);
        assertThat(compared.get(0).real("median")).isCloseTo(0.0208, within(1e-9));
        assertThat(compared.get(1).real("median")).isCloseTo(0.02496, within(1e-9));
        assertThat(line.child("difference").real("median")).isCloseTo(0.00416, within(1e-9));
        assertThat(line.child("difference").real("low")).isPositive();
        assertThat(line.text("verdict")).contains("These two runs differ by +20.0 %", "nothing is concluded");
    }

    @Test
    void warnsWhereRunsAreOfDifferentTools() {
        String first = imported("llmeter", "llmeter-a", "a");
        String second = imported("aiperf", "aiperf", "b");
        assertThat(ipw("compare", first, second, "--dimension", "ttft", "--json")).isEqualTo(ExitCode.FINE);
        assertThat(captured.err()).contains(
                "The tool that measured, and so the definitions of its figures, differs: llmeter in a, aiperf in b");
    }

    @Test
    void saysWhatWasImported() {
        assertThat(ipw("import", "llmeter", SAMPLES.resolve("llmeter-load").toString(), "--output-dir", runs.toString(),
                "--run-name", "load")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("load-00001-clients: 10 requests of demo-model, 1 failed, from llmeter",
                "load-00005-clients: 10 requests", "to the second only");
        assertThat(ipw("import", "ipw", SAMPLES.resolve("ipw/profile_H10080GB_demo_model_1B_demo").toString(),
                "--output-dir", runs.toString(), "--json")).isEqualTo(ExitCode.FINE);
        TreeReader run = TreeReader.ofJson("out", captured.out()).children("runs").getFirst();
        assertThat(run.whole("queries_with_energy")).isEqualTo(3);
        assertThat(run.text("run")).endsWith("ipw_demo_model-1B");
    }

    @Test
    void analysesAndPlansFromAnImportedRun() {
        String run = imported("ipw", "ipw/profile_H10080GB_demo_model_1B_demo", "ref");
        assertThat(ipw("analyze", run)).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("3 of 4 right, 1 not evaluated", "only 60.0 % of the requests");
        assertThat(ipw("analyze", run, "--analysis", "latency")).isEqualTo(ExitCode.FINE);
        assertThat(ipw("plan", run, "--dimension", "joules")).isEqualTo(ExitCode.FINE);
    }

    @Test
    void refusesWrongUse() {
        String sample = SAMPLES.resolve("llmeter-a").toString();
        assertThat(ipw("import", "locust", sample)).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("Unknown importer 'locust'", "llmeter");
        assertThat(ipw("import", "llmeter", sample, "--overwrite")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw("import", "llmeter", runs.toString(), "--output-dir", runs.toString()))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("holds no responses.jsonl");
        imported("llmeter", "llmeter-a", "a");
        assertThat(ipw("import", "llmeter", sample, "--output-dir", runs.toString(), "--run-name", "a"))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("--overwrite");
    }

    @Test
    void makesRunsOfTheLogOfAMeter() {
        assertThat(ipw("import", "meter", SAMPLES.resolve("meter").toString(), "--output-dir", runs.toString(),
                "--run-name", "metered")).isEqualTo(ExitCode.FINE);
        String one = runs.resolve("metered-model-0").toString();
        String other = runs.resolve("metered-model-1").toString();
        assertThat(ipw("analyze", one)).isEqualTo(ExitCode.FINE);
        assertThat(ipw("show", one, "--sort", "joules")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("model-0");
        assertThat(ipw("compare", one, other, "--dimension", "energy_joules")).isEqualTo(ExitCode.FINE);
    }

    @Test
    void listsImporters() {
        assertThat(ipw("list", "importers")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("aiperf", "guidellm", "ipw", "llmeter", "meter", "vllm");
    }

    @Test
    void showsTheSlowestAndTheFailed() {
        String run = imported("llmeter", "llmeter-a", "a");
        assertThat(ipw("show", run, "--limit", "2")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("10 requests, 1 failed", "What is 8 + 8?", "What is 7 + 7?",
                "total_timeout: Connection error").doesNotContain("What is 6 + 6?");
        assertThat(ipw("show", run, "--sort", "ttft", "--limit", "1", "--json")).isEqualTo(ExitCode.FINE);
        TreeReader list = TreeReader.ofJson("out", captured.out());
        assertThat(list.text("sorted_by")).isEqualTo("time_to_first_token");
        assertThat(list.children("most")).singleElement().satisfies(line -> {
            assertThat(line.whole("row")).isEqualTo(9);
            assertThat(line.real("time_to_first_token")).isCloseTo(0.18, within(1e-9));
        });
        assertThat(ipw("show", run, "--sort", "joules")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("No request has the figure energy_joules");
    }

    @Test
    void showsOneRequestByRowAndById() {
        String run = imported("aiperf", "aiperf", "a");
        assertThat(ipw("show", run, "2")).isEqualTo(ExitCode.FINE);
        String byRow = captured.out();
        assertThat(byRow).contains("row 2: 7609a2e7-0000-4ab1-98f4-000000000002", "until first token",
                "5; gaps: median 20 ms", "counted by: tokenizer", "records joules of the run only");
        assertThat(ipw("show", run, "7609a2e7-0000-4ab1-98f4-000000000002")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).isEqualTo(byRow);
        assertThat(ipw("show", run, "nobody")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("no request 'nobody', neither as an id nor as a row of 1 to 4");
    }

    @Test
    void drawsTheTimeToScale() {
        assertThat(ipw("show", imported("ipw", "ipw/profile_H10080GB_demo_model_1B_demo", "ref"), "2"))
                .isEqualTo(ExitCode.FINE);
        // 250 ms of 2000 ms are an eighth of the bar, which is 54 wide here.
        assertThat(captured.out()).contains("|######" + " ".repeat(48) + "|", "|      " + "#".repeat(48) + "|",
                "800 J [750, 850], INTEGRATED (", "wrong (incorrect by ipw-reference: judged by the Python ipw)");
    }

    @Test
    void takesControlCharactersOutOfTexts() throws IOException {
        Path folder = Files.createDirectory(runs.resolve("bad"));
        Files.writeString(folder.resolve("responses.jsonl"),
                "{\"response_text\":\"red \\u001b[31m alert\\u0007\\nnext\","
                        + "\"id\":\"x\",\"input_prompt\":\"" + "long ".repeat(2000) + "\",\"time_to_last_token\":1.0,"
                        + "\"request_time\":\"2026-01-31T12:00:00Z\"}\n");
        assertThat(ipw("import", "llmeter", folder.toString(), "--output-dir", runs.toString(), "--run-name", "a"))
                .isEqualTo(ExitCode.FINE);
        assertThat(ipw("show", runs.resolve("a").toString(), "1")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).doesNotContain("\u001b", "\u0007").contains("red [31m alert\n  next", "…");
        assertThat(captured.out().length()).isLessThan(6000);
    }

    @Test
    void exportsRows() throws IOException {
        String run = imported("llmeter", "llmeter-a", "a");
        assertThat(ipw("export", run, "--columns", "record_id,tpot,failure_kind")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out().lines()).hasSize(11).first()
                .isEqualTo("record_id,time_per_output_token_seconds,failure_kind");
        assertThat(captured.out()).contains("total_timeout");
        Path file = runs.resolve("rows.jsonl");
        assertThat(ipw("export", run, "--jsonl", "--output", file.toString())).isEqualTo(ExitCode.FINE);
        assertThat(Files.readAllLines(file)).hasSize(10)
                .allSatisfy(line -> assertThat(TreeReader.ofJson("row", line).text("model")).isEqualTo("demo-model"));
        assertThat(ipw("export", run, "--csv", "--jsonl")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw("export", run, "--columns", "answr")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("Did you mean 'answer'");
        String nowhere = runs.resolve("none/rows.csv").toString();
        assertThat(ipw("export", run, "--output", nowhere)).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("Cannot write " + nowhere + ": there is no folder " + runs.resolve("none")
                + ". Give --output a file in a folder that exists").doesNotContain("/.rows.csv");
        assertThat(ipw("export", run, "--output", runs.toString())).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("Cannot write " + runs + ": it is a folder");
    }
}
