package dev.ipw.cli.exchange;

import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.FakeChatServer;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A device of 100 W that serves a for 300 ms and b for 200 ms of a second. */
@Tag("real-time")
class AttributeCommandTests {
    private final CapturedTerminal captured = new CapturedTerminal();

    @TempDir
    Path folder;

    private String samples = "";
    private String requests = "";

    @BeforeEach
    void writeLogs() throws IOException {
        samples = file("samples.jsonl", IntStream.rangeClosed(0, 100).mapToObj(i -> "{\"t_ns\":" + i * 10_000_000L
                + ",\"device\":\"gpu0\",\"energy_mj\":" + i * 1000L + "}\n").collect(Collectors.joining()));
        requests = file("requests.jsonl", """
                {"id":"a","start_ns":200000000,"first_token_ns":300000000,"end_ns":500000000}
                {"id":"b","start_ns":600000000,"end_ns":800000000}
                """);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private int ipw(String... arguments) {
        return IpwCommand.run(arguments, captured.terminal(100));
    }

    @Test
    void tellsAPersonWhoUsedWhat() {
        assertThat(ipw("attribute", "--samples", samples, "--requests", requests)).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).containsPattern("a +30").containsPattern("b +20").contains("MEASURED")
                .containsPattern("device +gpu0").containsPattern("idle +50").containsPattern("other +0");
        assertThat(captured.err()).isEmpty();
    }

    @Test
    void writesJsonLines() {
        assertThat(ipw("attribute", "--samples", samples, "--requests", requests, "--json")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out().lines()).hasSize(3).satisfiesExactly(
                a -> assertThat(a).startsWith("{\"id\":\"a\",\"joules\":30").contains("\"decode_joules\":20"),
                b -> assertThat(b).startsWith("{\"id\":\"b\",\"joules\":20"),
                total -> assertThat(total).startsWith("{\"total\":{\"device_joules\":100")
                        .contains("\"idle\":50", "\"devices\":{\"gpu0\":{"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "tokens", "fitted", "equal", "active-time", "output-tokens", "EQUAL"})
    void takesARule(String rule) {
        assertThat(ipw("attribute", "--samples", samples, "--requests", requests, "--rule", rule))
                .isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).containsPattern("a +30");
    }

    @Test
    void refusesARuleThatIsNone() {
        assertThat(ipw("attribute", "--samples", samples, "--requests", requests, "--rule", "fair"))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("'fair'", "active-time");
    }

    @Test
    void needsBothLogs() {
        assertThat(ipw("attribute", "--samples", samples)).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("--requests");
        assertThat(captured.out()).isEmpty();
    }

    @Test
    void needsATruthForFigures() throws IOException {
        assertThat(ipw("attribute", "--figures", file("figures.json", "{\"a\":1}"))).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("--score");
    }

    @Test
    void namesTheLineThatIsWrong() throws IOException {
        String broken = file("broken.jsonl", "{\"id\":\"a\",\"start_ns\":5,\"end_ns\":1}\n");
        assertThat(ipw("attribute", "--samples", samples, "--requests", broken)).isNotEqualTo(ExitCode.FINE);
        assertThat(captured.err()).contains("broken.jsonl, line 1");
        assertThat(captured.out()).isEmpty();
    }

    @Test
    void warnsOfALineThatWasCutOff() throws IOException {
        String torn = file("torn.jsonl", Files.readString(Path.of(requests)) + "{\"id\":\"c\",\"sta");
        assertThat(ipw("attribute", "--samples", samples, "--requests", torn)).isEqualTo(ExitCode.FINE);
        assertThat(captured.err()).contains("cut off");
    }

    @Test
    void scoresItsOwnFigures() throws IOException {
        String truth = file("truth.json", "{\"a\":30,\"b\":25}");
        assertThat(ipw("attribute", "--samples", samples, "--requests", requests, "--score", truth))
                .isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).containsPattern("bias of the sum +-9.09 %")
                .containsPattern("within bounds +50.00 %");
    }

    @Test
    void scoresTheFiguresOfAnotherTool() throws IOException {
        String figures = file("figures.json", "{\"a\":33,\"b\":25}");
        String truth = file("truth.json", "{\"a\":30,\"b\":25}");
        assertThat(ipw("attribute", "--figures", figures, "--score", truth, "--json")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("\"requests\" : 2", "\"missing\" : 0", "\"bias\" : 0.05454");
    }

    @Test
    void takesARunOrLogsAndNotBoth() {
        assertThat(ipw("attribute", folder.toString(), "--samples", samples)).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("RUN", "not both");
    }

    @Test
    void scoresFiguresOrMakesThem() throws IOException {
        String figures = file("figures.json", "{\"a\":33}");
        assertThat(ipw("attribute", folder.toString(), "--write", "--figures", figures, "--score", figures))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("--figures");
    }

    @Test
    void writesOnlyRuns() {
        assertThat(ipw("attribute", "--write", "--samples", samples, "--requests", requests))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("--write needs a RUN");
    }

    @Test
    void dividesTheLogOfAMeterAgain() {
        String log = ImportCommandTests.SAMPLES.resolve("meter").toString();
        assertThat(ipw("attribute", log)).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).containsPattern("device +gpu0").contains("ESTIMATED");
        assertThat(captured.err()).contains("no meter ran").doesNotContain("other joules than the meter gave");
        assertThat(ipw("attribute", log, "--json")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("{\"total\":{\"device_joules\":");
        assertThat(ipw("attribute", log, "--rule", "equal")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("divided as the meter did", "ipw import meter");
    }

    @Test
    void saysThatThereIsNoRun() {
        assertThat(ipw("attribute", folder.resolve("none").toString())).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("There is no run directory");
        assertThat(ipw("attribute", folder.toString())).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("holds no run");
    }

    @Test
    void saysOfAFileThatItIsMissing() {
        assertThat(ipw("attribute", "--samples", folder + "/none", "--requests", requests))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("there is no").doesNotContain("Exception");
    }

    @Test
    void dividesARunAnewAndWritesItWhenAsked() throws IOException {
        Path runs = folder.resolve("runs");
        Path run = runs.resolve("demo");
        Path log = Path.of(file("power.csv", "time_s,device,power_w\n" + IntStream.range(0, 6000)
                .mapToObj(row -> row / 20.0 + ",gpu0,240\n").collect(Collectors.joining())));
        String questions = file("questions.csv", "problem,answer\nwhat,42\nwho,42\nwhen,42\nwhy,42\n");
        try (FakeChatServer server = new FakeChatServer(Integer.MAX_VALUE, FakeChatServer.Then.FAIL)) {
            assertThat(ipw("profile", "--client", "openai", "--client-base-url", server.baseUrl(), "--model", "fake",
                    "--dataset", questions, "--output-dir", runs.toString(), "--run-name", "demo", "--telemetry",
                    "replay:" + log, "--idle-seconds", "0", "--quiet")).isEqualTo(ExitCode.FINE);
        }
        String summary = Files.readString(run.resolve("summary.json"));

        assertThat(ipw("attribute", run.toString(), "--rule", "equal")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).containsPattern("device +gpu0").containsPattern("rule +equal")
                .contains("sensor itself: ±5 % (not in the intervals)");
        assertThat(Files.readString(run.resolve("summary.json"))).isEqualTo(summary);

        assertThat(ipw("attribute", run.toString(), "--rule", "equal", "--write", "--json")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("{\"total\":{\"device_joules\":");
        assertThat(captured.err()).contains("Wrote the dataset and the summary");
        assertThat(Files.readString(run.resolve("summary.json"))).contains("\"rule\" : \"equal\"");
        assertThat(ipw("analyze", run.toString())).isEqualTo(ExitCode.FINE);

        assertThat(ipw("attribute", run.toString(), run.toString(), "--rule", "equal")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains(run + "\n");
        assertThat(ipw("attribute", run.toString(), run.toString(), "--score", samples))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("go with one run at most, not with 2");
    }
}
