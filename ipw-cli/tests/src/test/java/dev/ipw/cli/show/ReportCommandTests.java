package dev.ipw.cli.show;

import dev.ipw.Profiler;
import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class ReportCommandTests {
    @TempDir
    static Path runs;

    private final CapturedTerminal captured = new CapturedTerminal();

    @BeforeAll
    static void profile() throws InterruptedException {
        for (String name : new String[]{"a", "b"}) {
            try (Profiler profiler = Profiler.builder().client("embedded").model("small").dataset("arithmetic")
                    .measurement(how -> how.telemetry("none").warmupQueries(0).idleSeconds(0).calibration(false))
                    .maxQueries(20).output(runs)
                    .storage(where -> where.runName(name)).build()) {
                profiler.run();
            }
        }
    }

    private int ipw(String... arguments) {
        return IpwCommand.run(arguments, captured.terminal(100));
    }

    private static String path(String name) {
        return runs.resolve(name).toString();
    }

    @Test
    void writesIntoTheRunsFolderAndSaysWhere() throws IOException {
        assertThat(ipw("report", path("a"))).isEqualTo(ExitCode.FINE);
        Path report = runs.resolve("a").resolve("report.html");
        assertThat(captured.out()).isEqualTo("Report: " + report + "\n");
        assertThat(Files.readString(report)).contains("id=\"ipw-report\"",
                "data-key=\"runs.0.accuracy.summary.accuracy\"");
    }

    @Test
    void setsRunsBesideEachOtherInAFileOfOnesChoice() throws IOException {
        Path file = runs.resolve("both.html");
        assertThat(ipw("report", path("a"), path("b"), "--output", file.toString(), "--json")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("\"report\" : \"" + file + "\"");
        assertThat(Files.readString(file)).contains("data-key=\"runs.1.name\"", "\"comparison\":{");
        assertThat(captured.err()).doesNotContain("not compared");
    }

    @Test
    void showsAComparison() throws IOException {
        Path file = runs.resolve("compared.html");
        assertThat(ipw("compare", path("a"), path("b"), "--report", file.toString())).isEqualTo(ExitCode.FINE);
        assertThat(captured.err()).contains("Report: " + file);
        assertThat(Files.readString(file)).contains("data-key=\"comparison.comparisons.0.dimensions.0.verdict\"");
    }

    @Test
    void saysWhatCannotBeReported() {
        assertThat(ipw("report", path("missing"))).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw("report", path("a"), "--output", runs.resolve("none").resolve("x.html").toString()))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("no run directory", "there is no folder");
    }
}
