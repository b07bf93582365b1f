package dev.ipw.spark;

import dev.ipw.ProfileRun;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.testing.ExecutableFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ShardTaskTests {
    private static final String MARKER = ".marker";

    @TempDir
    Path folder;

    @Test
    void runsItsShardAfterItsWayOverTheWire() throws Exception {
        ShardTask task = sent(task(command()));

        List<ShardOutcome> outcomes = List.of(task.run(0, 0), task.run(1, 0));
        SparkRun merged = SparkProfiler.of(command(), 2).merged(outcomes);

        assertThat(outcomes).extracting(ShardOutcome::exitCode).containsOnly(0);
        assertThat(merged.path()).isEqualTo(folder.resolve("night"));
        assertThat(merged.text()).contains("4 queries");
        ProfileRun run = ProfileRun.open(merged.path());
        try (Stream<ProfilingRecord> records = run.records()) {
            assertThat(records.map(record -> record.question().id())).hasSize(4).doesNotHaveDuplicates();
            assertThat(run.summary().shards()).hasSize(2);
        }
    }

    /** A stage is repeated, a finished result is lost with its executor, or a new driver begins with attempt 0. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void asksNothingAgainOfAFinishedShard(int attempt) throws Exception {
        ShardTask task = task(command());
        SparkProfiler profiler = SparkProfiler.of(command(), 2);
        SparkRun first = profiler.merged(List.of(task.run(0, 0), task.run(1, 0)));
        List<String> asked = asked();

        List<ShardOutcome> again = List.of(task.run(0, attempt), task.run(1, attempt));
        SparkRun second = profiler.merged(again);

        assertThat(again).extracting(ShardOutcome::exitCode).containsOnly(0);
        assertThat(asked()).isEqualTo(asked);
        assertThat(second.text()).isEqualTo(first.text());
        try (Stream<ProfilingRecord> records = ProfileRun.open(second.path()).records()) {
            assertThat(records.map(record -> record.question().id())).hasSize(4).doesNotHaveDuplicates();
        }
    }

    /** Lists the journals of the shards, which have a line for each request. */
    private List<String> asked() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<String> lines = new ArrayList<>();
            for (Path journal : files.filter(file -> file.endsWith("journal.jsonl")).sorted().toList()) {
                lines.addAll(Files.readAllLines(journal));
            }
            assertThat(lines).isNotEmpty();
            return lines;
        }
    }

    @Test
    void refusesAnExecutorThatHasAnotherFolder() throws Exception {
        ShardOutcome outcome = new ShardTask(command(), 2, ".missing").run(0, 0);

        assertThat(outcome.isRefused()).isTrue();
        assertThat(outcome.text()).contains("is not the driver's folder").contains(folder.toString());
    }

    @Test
    @Tag("process")
    void takesOverTheShardThatAnEarlierAttemptLeft() throws Exception {
        ShardTask task = task(launched("echo \"$@\""));

        assertThat(task.run(1, 0).text()).endsWith("--shard 1/2");
        assertThat(task.run(1, 1).text()).endsWith("--shard 1/2 --take-over");
    }

    @Test
    @Tag("process")
    void returnsARefusalSoThatSparkDoesNotRepeatIt() throws Exception {
        ShardCommand command = launched("echo 'another dataset' >&2; exit 2");

        ShardOutcome outcome = task(command).run(1, 0);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SparkProfiler.of(command, 2).merged(List.of(outcome)))
                .withMessageContaining("nothing was merged").withMessageContaining("Shard 1 on ")
                .withMessageContaining("another dataset");
    }

    @Test
    @Tag("process")
    void failsSoThatSparkResumesAShardThatEndedEarly() throws Exception {
        ShardTask task = task(launched("echo 'server gone' >&2; exit 3"));

        assertThatIllegalStateException().isThrownBy(() -> task.run(0, 0)).withMessageContaining("exit code 3")
                .withMessageContaining("another attempt resumes it").withMessageContaining("server gone");
    }

    @Test
    @Tag("process")
    void endsItsProcessWhenSparkEndsTheTask() throws Exception {
        Path begun = folder.resolve("begun");
        Path ended = folder.resolve("ended");
        ShardTask task = task(launched("trap 'kill $!; echo >" + ended + "; exit 130' TERM; sleep 600 & echo >" + begun
                + "; wait"));
        CompletableFuture<ShardOutcome> outcome = new CompletableFuture<>();
        Thread worker = Thread.ofPlatform().start(() -> {
            try {
                outcome.complete(task.run(0, 0));
            } catch (IOException | InterruptedException stopped) {
                outcome.completeExceptionally(stopped);
            }
        });
        while (!Files.exists(begun)) {
            Thread.onSpinWait();
        }

        worker.interrupt();

        assertThatThrownBy(outcome::get).isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(ended).exists();
    }

    @Test
    void refusesSpeculation() {
        assertThatIllegalArgumentException().isThrownBy(() -> SparkProfiler.requireNoSpeculation(true))
                .withMessageContaining("spark.speculation=false");
    }

    private ShardCommand command() {
        return ShardCommand.of("profile", "--client", "embedded", "--max-queries", "4", "--concurrency", "2",
                "--warmup-queries", "0", "--idle-seconds", "0", "--telemetry", "none", "--output-dir",
                folder.toString(), "--run-name", "night");
    }

    private ShardCommand launched(String script) throws IOException {
        return command()
                .launcher(ExecutableFile.write(folder.resolve("ipw"), "#!/bin/sh\n" + script + "\n").toString());
    }

    private ShardTask task(ShardCommand command) throws IOException {
        Files.writeString(folder.resolve(MARKER), "");
        return new ShardTask(command, 2, MARKER);
    }

    private static ShardTask sent(ShardTask task) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(wire)) {
            out.writeObject(task);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(wire.toByteArray()))) {
            return (ShardTask) in.readObject();
        }
    }
}
