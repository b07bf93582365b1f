package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.record.ProfilingRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Kills a bench in the middle of a cell, and goes on with it. */
@Tag("real-time")
@Tag("process")
class PackagedBenchTests {
    @TempDir
    Path folder;

    @Test
    void goesOnWithTheCellThatWasCut() throws Exception {
        PackagedCommand ipw = new PackagedCommand(folder);
        PackagedProfileTests.writeQuestions(folder);
        // The first cell has eight questions, and the second is cut at its fourth.
        try (TwoModelServer server = new TwoModelServer(8 + 4)) {
            String[] bench = {"bench", "--models", "right,wrong", "--datasets", "questions.jsonl", "--order", "given",
                    "--client", "openai", "--client-base-url", server.baseUrl(), "--telemetry", "none",
                    "--no-calibration", "--warmup-queries", "0", "--idle-seconds", "0", "--run-name", "x"};
            Process running = ipw.start(bench);
            server.awaitStall();
            running.destroyForcibly();
            assertThat(ipw.await(running)).isNotZero();
            Path place = folder.resolve("runs").resolve("bench_x");
            assertThat(Files.readString(place.resolve("bench.json"))).contains("\"finished\"", "\"running\"");

            assertThat(ipw.run("bench", "--resume", "runs/bench_x")).as(ipw.err()).isZero();
            assertThat(ipw.err()).contains("Cell 1 of 2: none, right on questions.jsonl: finished before");
            assertThat(ipw.out()).contains("2 cells: 2 finished");
            // What had been answered before the kill was not asked again, but for what the last moment may take.
            assertThat(server.asked()).isBetween(8 + 4 + 5, 8 + 4 + 8);
            for (String cell : List.of("none_right_questions.jsonl", "none_wrong_questions.jsonl")) {
                try (Stream<ProfilingRecord> records = ProfileRun.open(place.resolve(cell)).records()) {
                    assertThat(records.map(record -> record.question().id())).hasSize(8).doesNotHaveDuplicates();
                }
            }
        }
    }
}
