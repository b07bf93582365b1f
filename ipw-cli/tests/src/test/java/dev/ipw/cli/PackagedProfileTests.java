package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.testing.ClosedPort;
import dev.ipw.testing.PluginJar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
@Tag("process")
class PackagedProfileTests {
    @TempDir
    Path folder;

    private PackagedCommand ipw;

    @BeforeEach
    void prepare() throws IOException {
        ipw = new PackagedCommand(folder);
        writeQuestions(folder);
    }

    static void writeQuestions(Path folder) throws IOException {
        List<String> questions = new ArrayList<>();
        for (int index = 0; index < 8; index++) {
            questions.add("{\"id\":\"q" + index + "\",\"problem\":\"6*7=\",\"answer\":\"" + (index < 6 ? 42 : 41)
                    + "\"}");
        }
        Files.write(folder.resolve("questions.jsonl"), questions);
    }

    @Test
    void profilesTheEmbeddedModelWithoutAnyChoice() throws Exception {
        assertThat(ipw.run("profile", "--max-queries", "10")).isZero();
        assertThat(ipw.out()).contains("10 queries", "time to first token", "Accuracy", "requests/s", "Energy",
                "Run: ");
        assertThat(ipw.out().lines()).hasSizeLessThanOrEqualTo(18);
        assertThat(ipw.err()).contains("Profiling: 10 of 10").doesNotContain("WARNING", "SLF4J");
    }

    @Test
    void givesJsonAndNothingElse() throws Exception {
        assertThat(ipw.run("profile", "--max-queries", "5", "--json", "--quiet", "--telemetry", "estimate")).isZero();
        TreeReader report = TreeReader.ofJson("stdout", ipw.out());
        assertThat(report.whole("queries")).isEqualTo(5);
        assertThat(report.child("energy").text("provenance")).isNotEqualTo("MEASURED");
        assertThat(report.child("dimensions").child("time_to_first_token").real("mean")).isPositive();
        assertThat(report.child("profiler_cost").truth("includes_model")).isTrue();
        assertThat(Files.isDirectory(folder.resolve(report.text("run")))).isTrue();
        assertThat(ipw.err().lines()).as("a busy machine is all there may be to complain of")
                .allMatch(line -> line.startsWith("Times are INVALID: ") || line.startsWith("Energy is known of "));
    }

    @Test
    void measuresAServerAndAnalysesTheRunAgain() throws Exception {
        try (FakeChatServer server = new FakeChatServer(Integer.MAX_VALUE, FakeChatServer.Then.FAIL)) {
            assertThat(ipw.run(profile(server))).isZero();
        }
        assertThat(ipw.out()).contains("fake on", "8 queries", "75 % [", "6 of 8 right");
        assertThat(ipw.run("analyze", "runs/demo")).isZero();
        assertThat(ipw.out()).contains("6 of 8 right", "accuracy.json");
        assertThat(ipw.run("analyze", "runs/demo", "--json")).isZero();
        assertThat(TreeReader.ofJson("stdout", ipw.out()).children("analyses").getFirst().child("summary")
                .whole("correct")).isEqualTo(6);
    }

    @Test
    void recordsFailedRequestsAndSaysSoByItsCode() throws Exception {
        try (FakeChatServer server = new FakeChatServer(2 + 3, FakeChatServer.Then.FAIL)) {
            assertThat(ipw.run(profile(server, "--warmup-queries", "2"))).isEqualTo(ExitCode.SOME_FAILED);
        }
        assertThat(ipw.out()).contains("8 queries, 5 failed");
        assertThat(failed("demo")).isEqualTo(5);
    }

    @Test
    void saysWhyRequestsFailEvenIfQuiet() throws Exception {
        try (FakeChatServer server = new FakeChatServer(0, FakeChatServer.Then.FAIL)) {
            assertThat(ipw.run(profile(server, "--warmup-queries", "0", "--quiet", "--json")))
                    .isEqualTo(ExitCode.SOME_FAILED);
        }
        // What a busy machine or its sensors give to say is no failure.
        assertThat(ipw.err().lines().filter(line -> line.contains("failed"))).singleElement().asString()
                .contains("8 failed: http_status (8): ", "out of memory");
        TreeReader failures = TreeReader.ofJson("stdout", ipw.out()).children("failures").getFirst();
        assertThat(failures.text("kind")).isEqualTo("http_status");
        assertThat(failures.whole("count")).isEqualTo(8);
        assertThat(failures.text("message")).contains("out of memory");
    }

    @Test
    void judgesByTheEvaluatorThatIsChosen() throws Exception {
        try (FakeChatServer server = new FakeChatServer(Integer.MAX_VALUE, FakeChatServer.Then.FAIL)) {
            assertThat(ipw.run(profile(server, "--evaluator", "numeric", "--evaluator-param",
                    "relative_tolerance=0.1"))).isZero();
        }
        assertThat(ipw.out()).contains("8 of 8 right");
    }

    @Test
    void repeatsNoWarning() throws Exception {
        try (FakeChatServer server = new FakeChatServer(0, FakeChatServer.Then.FAIL)) {
            assertThat(ipw.run(profile(server, "--warmup-queries", "3"))).isEqualTo(ExitCode.SOME_FAILED);
        }
        assertThat(ipw.err()).containsOnlyOnce("All 3 warm-up requests failed").contains("8 failed: http_status (8): ");
        assertThat(ipw.out()).contains("FAILED: http_status (8): ");
    }

    @Test
    void endsAtOnceWithAnErrorOfAPlugin() throws Exception {
        String jar = PluginJar.weather(folder).toString();
        assertThat(ipw.run("--plugins", jar, "profile", "--dataset", "weather")).isEqualTo(ExitCode.SOME_FAILED);
        assertThat(ipw.err()).contains("the class Barometer is missing", ipw.log.toString()).doesNotContain("\tat ",
                "did not stop");
    }

    @Test
    void saysThatNobodyListens() throws Exception {
        try (ClosedPort closed = new ClosedPort()) {
            assertThat(ipw.run("profile", "--client", "openai", "--client-base-url", closed.address() + "/v1",
                    "--model", "fake", "--dataset", "questions.jsonl")).isEqualTo(ExitCode.SERVER_UNREACHABLE);
            assertThat(ipw.err()).contains("127.0.0.1:" + closed.number()).doesNotContain("Exception");
        }
        assertThat(ipw.out()).isEmpty();
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void asksNothingWhereNoTemporaryFileCanBeMade() throws Exception {
        ipw.withJavaOption("-Djava.io.tmpdir=" + folder.resolve("missing"));
        assertThat(ipw.run("profile", "--max-queries", "2", "--run-name", "mine")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw.err()).contains("temporary file", "-Djava.io.tmpdir").doesNotContain("\tat ");
        assertThat(folder.resolve("runs/mine/journal.jsonl")).doesNotExist();
    }

    @Test
    void refusesToOverwriteARunUnlessAsked() throws Exception {
        String[] typed = {"profile", "--max-queries", "2", "--idle-seconds", "0", "--run-name", "mine"};
        assertThat(ipw.run(typed)).isZero();
        assertThat(ipw.run(typed)).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw.err()).contains("mine", "--overwrite");
        assertThat(ipw.run(Stream.concat(Stream.of(typed), Stream.of("--overwrite")).toArray(String[]::new))).isZero();
    }

    @Test
    void answersAnUnknownIdWithTheNearest() throws Exception {
        assertThat(ipw.run("profile", "--client", "embeded")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw.err()).contains("embedded");
        assertThat(ipw.run("analyze", "nowhere")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw.err()).contains("nowhere");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "a process is ended without a signal there")
    void profilesTheEmbeddedModelBehindOurOwnServer() throws Exception {
        Process serving = ipw.startPiped("serve", "--port", "0", "--model", "small");
        try {
            String said = serving.inputReader().readLine();
            assertThat(said).startsWith("Serving small at http://127.0.0.1:");
            assertThat(ipw.run("profile", "--client", "openai", "--client-base-url", said.replaceAll(".* ", ""),
                    "--model", "small", "--dataset", "arithmetic", "--max-queries", "5")).isZero();
            assertThat(ipw.out()).contains("small on arithmetic: 5 queries");
        } finally {
            serving.destroy();
        }
        assertThat(ipw.await(serving)).isEqualTo(143);
    }

    @Test
    void takesOptionsFromAFileWhoseKeyStandsNowhere() throws Exception {
        try (FakeChatServer server = new FakeChatServer(Integer.MAX_VALUE, FakeChatServer.Then.FAIL)) {
            Files.writeString(folder.resolve("o.yaml"), "client: openai\nclient-base-url: " + server.baseUrl()
                    + "\nmodel: fake\ndataset: questions.jsonl\nrun-name: demo\nidle-seconds: 0\nmax-queries: 3\n"
                    + "client-param: {api_key: sk-s3cret}\n");
            assertThat(ipw.run("profile", "--config", "o.yaml", "--max-queries", "5")).isZero();
        }
        assertThat(ipw.out()).contains("5 queries");
        Files.delete(folder.resolve("o.yaml"));
        assertNoFileHolds("s3cret");
    }

    @Test
    void writesNoKeyAnywhere() throws Exception {
        try (FakeChatServer server = new FakeChatServer(Integer.MAX_VALUE, FakeChatServer.Then.FAIL)) {
            assertThat(ipw.run(profile(server, "--client-param", "api_key=sk-s3cret", "--verbose"))).isZero();
        }
        assertNoFileHolds("s3cret");
    }

    private void assertNoFileHolds(String text) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString()).doesNotContain(text);
            }
        }
    }

    static String[] profile(FakeChatServer server, String... further) {
        List<String> arguments = new ArrayList<>(List.of("profile", "--client", "openai", "--client-base-url",
                server.baseUrl(), "--model", "fake", "--dataset", "questions.jsonl", "--run-name", "demo",
                "--idle-seconds", "0"));
        arguments.addAll(List.of(further));
        return arguments.toArray(String[]::new);
    }

    private long failed(String name) {
        try (Stream<ProfilingRecord> records = ProfileRun.open(folder.resolve("runs").resolve(name)).records()) {
            return records.filter(ProfilingRecord::hasFailed).count();
        }
    }
}
