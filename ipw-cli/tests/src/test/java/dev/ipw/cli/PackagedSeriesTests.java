package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.ipw.cli.PackagedProfileTests.profile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

@Tag("real-time")
@Tag("process")
class PackagedSeriesTests {
    @TempDir
    Path folder;

    private PackagedCommand ipw;

    @BeforeEach
    void prepare() throws IOException {
        ipw = new PackagedCommand(folder);
        PackagedProfileTests.writeQuestions(folder);
    }

    @ParameterizedTest
    @CsvSource({"INT,130", "TERM,143"})
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no kill")
    void keepsWhatIsFinishedWhenInterrupted(String signal, int exitCode) throws Exception {
        assumeThat(signal.equals("INT") && PackagedCommand.ignoresInterrupts()).as("started in the background")
                .isFalse();
        try (FakeChatServer server = new FakeChatServer(3, FakeChatServer.Then.STALL)) {
            Process running = ipw.start(profile(server, "--warmup-queries", "0"));
            server.awaitStall();
            String pid = String.valueOf(running.pid());
            assertThat(new ProcessBuilder("kill", "-" + signal, pid).start().waitFor()).isZero();
            assertThat(ipw.await(running)).isEqualTo(exitCode);
        }
        assertThat(ipw.out()).contains("ended early", " of 3 right", "Run: ");
        assertThat(ipw.err().lines()).as("how it goes on").last().asString().startsWith("ipw profile ")
                .endsWith(" --resume");
        assertThat(ProfileRun.open(folder.resolve("runs").resolve("demo")).summary().interrupted()).isTrue();
        assertThat(folder.resolve("runs").resolve("demo").resolve("analysis").resolve("accuracy.json")).exists();
        assertThat(ipw.run("analyze", "runs/demo")).isZero();
    }

    @Test
    void sweepsRepeatsAndSearches() throws Exception {
        try (FakeChatServer server = new FakeChatServer(Integer.MAX_VALUE, FakeChatServer.Then.FAIL)) {
            assertThat(ipw.run(profile(server, "--sweep", "concurrency:1,2", "--slo", "ttft=10"))).isZero();
            assertThat(ipw.out()).contains("2 runs", "in flight  requests/s", "good", "Runs: ", "More: ipw report ");
            assertThat(ipw.err()).contains("Run 1 of 2: one at a time", "Run 2 of 2: 2 at a time");
            assertThat(folder.resolve("runs").resolve("demo").resolve("concurrency-2").resolve("summary.json"))
                    .exists();
            assertThat(ipw.run(profile(server, "--repeat", "2", "--overwrite", "--json", "--quiet"))).isZero();
            TreeReader repeats = TreeReader.ofJson("stdout", ipw.out());
            assertThat(repeats.text("kind")).isEqualTo("repeats");
            assertThat(repeats.children("steps")).hasSize(2);
            assertThat(ipw.run(profile(server, "--find-rate", "--rate", "500", "--duration", "200ms", "--slo",
                    "ttft=0.000000001", "--attainment", "0.9", "--overwrite"))).isZero();
            assertThat(ipw.out()).contains("No rate met time_to_first_token");
        }
    }

    @Test
    void replaysATraceAndTellsHowLongAnswersWere() throws Exception {
        Files.write(folder.resolve("trace.csv"),
                List.of("t_s,input_tokens,output_tokens", "0,30,4", "0.05,40,4", "0.1,50,4"));
        try (FakeChatServer server = new FakeChatServer(Integer.MAX_VALUE, FakeChatServer.Then.FAIL)) {
            assertThat(
                    ipw.run("profile", "--client", "openai", "--client-base-url", server.baseUrl(), "--model", "fake",
                            "--replay", "trace.csv", "--idle-seconds", "0", "--output-dir", "runs", "--run-name",
                            "trace"))
                    .isZero();
        }
        assertThat(ipw.out()).contains("fake on trace: 3 queries", "nothing could be evaluated");
        // On a busy machine the short screen has graver things to say.
        assertThat(ipw.run("analyze", "runs/trace")).isZero();
        assertThat(ipw.out()).contains("Prompt lengths", "Answer lengths");
    }
}
