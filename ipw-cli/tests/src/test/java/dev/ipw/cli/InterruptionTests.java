package dev.ipw.cli;

import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.internal.thread.Cancellation;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no kill")
@Tag("real-time")
@Tag("process")
class InterruptionTests {
    @TempDir
    private Path folder;

    private Process start(Path complaints, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-cp",
                classPath(), Stubborn.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(complaints.toFile()).start();
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void aCommandThatOnlyReadsIsEndedSoonAlsoIfItDoesNotStop(String signal, int exitCode)
            throws IOException, InterruptedException {
        assumeThat(PackagedCommand.ignoresInterrupts()).as("started in the background").isFalse();
        Path complaints = folder.resolve("err.txt");
        Process process = start(complaints);
        try (BufferedReader said = process.inputReader()) {
            assertThat(said.readLine()).isEqualTo("begun");
            send(signal, process);

            assertThat(process.waitFor()).isEqualTo(exitCode);
            assertThat(complaints).content().contains("Interrupted.").doesNotContain("did not stop within");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aSecondInterruptEndsACommandThatDoesNotStop() throws IOException, InterruptedException {
        assumeThat(PackagedCommand.ignoresInterrupts()).as("started in the background").isFalse();
        Path complaints = folder.resolve("err.txt");
        Process process = start(complaints, "measures");
        try (BufferedReader said = process.inputReader()) {
            assertThat(said.readLine()).isEqualTo("begun");
            send("INT", process);
            assertThat(said.readLine()).isEqualTo("interrupted");
            send("INT", process);

            assertThat(process.waitFor()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(complaints).content().as("what it says once it has waited").doesNotContain("did not stop");
        } finally {
            process.destroyForcibly();
        }
    }

    private static void send(String signal, Process process) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid())).start().waitFor()).isZero();
    }

    private static String classPath() {
        String separator = System.getProperty("path.separator");
        return Stream.of("../target/classes", "target/test-classes", System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path", "")).filter(part -> !part.isEmpty())
                .reduce((one, other) -> one + separator + other).orElseThrow();
    }

    /** Reports an interrupt, and continues all the same. With an argument it has something to put away. */
    static final class Stubborn {
        private Stubborn() {}

        public static void main(String[] arguments) {
            Interruption.watch();
            if (arguments.length > 0) {
                Cancellation.suspend();
            }
            System.out.println("begun");
            CountDownLatch never = new CountDownLatch(1);
            while (never.getCount() > 0) {
                try {
                    never.await();
                } catch (InterruptedException told) {
                    System.out.println("interrupted");
                }
            }
        }
    }
}
