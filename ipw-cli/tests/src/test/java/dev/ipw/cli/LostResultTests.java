package dev.ipw.cli;

import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.terminal.ResultStream;
import dev.ipw.cli.terminal.Terminal;
import dev.ipw.cli.terminal.VisibleStream;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** A result that nobody gets is told of, once, and with an exit code. */
@Tag("real-time")
class LostResultTests {
    @TempDir
    static Path runs;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeAll
    static void profile() throws InterruptedException {
        for (String name : new String[]{"run", "again"}) {
            FakeRuns.run(FakeRuns.builder(runs, name, 20,
                    number -> DatasetRecord.of("id-" + number, "question " + number, "42"),
                    prompt -> new FakeRuns.Answer(10_000, 20_000, prompt.length(), 2))
                    .evaluator((question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of(outcome.answer()), "",
                            Map.of()))
                    .measurement(how -> how.telemetry("none")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "--version", "profile --help", "list all", "list all --json", "export RUN",
            "export RUN --jsonl", "show RUN", "show RUN --json", "analyze RUN", "analyze RUN --json",
            "compare RUN AGAIN",
            "compare RUN AGAIN --json"})
    void aFullDiskIsAnExitCodeAndOneMessage(String arguments) {
        assertThat(ipw(arguments, new Full("No space left on device"))).isEqualTo(ExitCode.SOME_FAILED);
        assertThat(err()).contains("Cannot write the result to standard output: No space left on device. ")
                .containsOnlyOnce("Cannot write").doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "list all --json", "export RUN", "show RUN", "compare RUN AGAIN --json"})
    void aReaderThatStopsIsNoFailureToTellOf(String arguments) {
        assertThat(ipw(arguments, new Full("Broken pipe"))).isEqualTo(ExitCode.CLOSED_PIPE);
        assertThat(err()).isEmpty();
    }

    @Test
    void whatTheCommandItselfCameToWeighsMore() {
        assertThat(ipw("list nothing", new Full("No space left on device"))).isEqualTo(ExitCode.WRONG_USE);
    }

    @Test
    void nothingIsWrittenBehindAGap() {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        int[] writes = {0};
        ipw("show RUN --json", new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                if (writes[0]++ == 3) {
                    throw new IOException("No space left on device");
                }
                taken.write(one);
            }
        });
        assertThat(taken.size()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"export RUN --output FILE", "export RUN --jsonl --output FILE", "report RUN --output FILE",
            "analyze RUN --output FILE", "compare RUN AGAIN --output FILE", "compare RUN AGAIN --report FILE"})
    @Tag("process")
    void aPipeIsWrittenToAndStaysOne(String arguments) throws Exception {
        Path pipe = runs.resolve("pipe-" + System.nanoTime());
        assumeThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).as("mkfifo").isZero();
        CompletableFuture<byte[]> read = CompletableFuture.supplyAsync(() -> read(pipe));

        assertThat(ipw(arguments.replace("FILE", pipe.toString()), OutputStream.nullOutputStream()))
                .isEqualTo(ExitCode.FINE);

        assertThat(Files.readAttributes(pipe, "isOther")).containsEntry("isOther", true);
        assertThat(read.get()).isNotEmpty();
        assertThat(err()).doesNotContain("Cannot");
    }

    @ParameterizedTest
    @ValueSource(strings = {"export RUN --output FILE", "report RUN --output FILE", "analyze RUN --output FILE",
            "compare RUN AGAIN --output FILE"})
    @Tag("process")
    void aFullDeviceIsAnExitCodeAndStaysOne(String arguments) throws Exception {
        Path full = runs.resolve("full-" + System.nanoTime());
        assumeThat(new ProcessBuilder("mknod", full.toString(), "c", "1", "7").start().waitFor())
                .as("mknod, which needs root").isZero();

        assertThat(ipw(arguments.replace("FILE", full.toString()), OutputStream.nullOutputStream()))
                .isIn(ExitCode.SOME_FAILED, ExitCode.WRONG_USE);

        assertThat(Files.readAttributes(full, "isOther")).containsEntry("isOther", true);
        assertThat(err()).containsOnlyOnce("Cannot write");
    }

    private static byte[] read(Path pipe) {
        try {
            return Files.readAllBytes(pipe);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private int ipw(String arguments, OutputStream out) {
        String[] typed = arguments.replace("RUN", runs.resolve("run").toString())
                .replace("AGAIN", runs.resolve("again").toString()).split(" ");
        return IpwCommand.run(typed, new Terminal(new VisibleStream(ResultStream.to(out, StandardCharsets.UTF_8)),
                new VisibleStream(new PrintStream(err, true, StandardCharsets.UTF_8)), false, false, false, 120,
                Terminal.DEFAULT_ROWS));
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private static final class Full extends OutputStream {
        private final String reason;

        Full(String reason) {
            this.reason = reason;
        }

        @Override
        public void write(int one) throws IOException {
            throw new IOException(reason);
        }
    }
}
