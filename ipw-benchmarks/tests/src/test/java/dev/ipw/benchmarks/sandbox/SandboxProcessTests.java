package dev.ipw.benchmarks.sandbox;

import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.UsedProcessorTime;
import dev.ipw.testing.Draws;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the programs here are shell commands")
@Tag("process")
@Tag("real-time")
final class SandboxProcessTests {
    private static final int ROUNDS = Draws.of(20, 200);
    private static final int SPINNING = Draws.of(1, 3);
    /** Four figures that each may lack a tick of the kernel's clock, and the shell's own end after it told its time. */
    private static final double TICKS_SECONDS = 0.06;

    @TempDir
    Path folder;

    private CommandResult run(String commands) throws InterruptedException {
        SandboxTask task = new SandboxTask(commands, "", Duration.ofHours(1), 1L << 28);
        return SandboxProcess.run(List.of("/bin/sh", "-c", commands), task, 64, folder);
    }

    @Test
    void keepsWhatACommandPrintsLast() throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            CommandResult result = run("echo out; echo err >&2; exit 3");

            assertThat(result.output()).isEqualTo("out\n");
            assertThat(result.errors()).isEqualTo("err\n");
            assertThat(result.exitCode()).isEqualTo(3);
        }
    }

    @Test
    void keepsTheEndOfALongOutput() throws InterruptedException {
        CommandResult result = run(
                "i=0; while [ $i -lt 20000 ]; do echo \"line $i of a long output\"; i=$((i+1)); done");

        assertThat(result.output()).endsWith("line 19999 of a long output\n");
    }

    /** The shell's own account of its time and of its children's is the total known from elsewhere. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void knowsTheProcessorTimeOfAllThatACommandStarts() throws InterruptedException {
        String spin = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done";
        for (int round = 0; round < SPINNING; round++) {
            CommandResult result = run("sh -c '" + spin + "' & sh -c '" + spin + "'; wait; " + spin + "; times");

            double told = Arrays.stream(result.output().split("\\s+")).mapToDouble(SandboxProcessTests::seconds).sum();
            UsedProcessorTime used = result.processorTime().orElseThrow();
            assertThat(told).isPositive();
            assertThat(used.leastSeconds()).isLessThanOrEqualTo(told + TICKS_SECONDS);
            assertThat(used.mostSeconds()).isGreaterThanOrEqualTo(told - TICKS_SECONDS);
        }
    }

    private static double seconds(String time) {
        Matcher parts = Pattern.compile("(\\d+)m([\\d.]+)s").matcher(time);
        assertThat(parts.matches()).as(time).isTrue();
        return 60 * Double.parseDouble(parts.group(1)) + Double.parseDouble(parts.group(2));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void knowsTheProcessorTimeOfWhatItHadToEnd() throws InterruptedException {
        CommandResult result = spinning(Duration.ofMillis(300));
        // A machine that is so busy that the program has had no tick of a processor yet is given more time.
        for (int times = 2; result.processorTime().orElseThrow().leastSeconds() == 0; times *= 2) {
            result = spinning(Duration.ofMillis(300).multipliedBy(times));
        }

        assertThat(result.processorTime().orElseThrow().leastSeconds()).isPositive();
        assertThat(result.withoutProcessorTime().processorTime()).isEmpty();
    }

    private CommandResult spinning(Duration limit) throws InterruptedException {
        CommandResult result = SandboxProcess.run(List.of("/bin/sh", "-c", "while :; do :; done"),
                new SandboxTask("", "", limit, 1L << 28), 64, folder);
        assertThat(result.end()).isEqualTo(CommandEnd.TIMED_OUT);
        return result;
    }

    @Test
    void doesNotWaitForAProcessThatHoldsItsOutputOpen() throws InterruptedException {
        String commands = "echo first; setsid sh -c 'exec sleep 100000' & echo $!";
        SandboxTask task = new SandboxTask(commands, "", Duration.ofHours(1), 1L << 28);
        String[] lines = {};
        // A machine that is so busy that what was printed is not read yet is given more time.
        for (Duration limit = Duration.ofMillis(200); lines.length < 2; limit = limit.multipliedBy(2)) {
            CommandResult result = SandboxProcess.run(List.of("/bin/sh", "-c", commands), task, 64, folder, limit);

            assertThat(result.end()).isEqualTo(CommandEnd.FINISHED);
            lines = result.output().split("\n");
        }
        assertThat(lines[0]).isEqualTo("first");
        ProcessHandle.of(Long.parseLong(lines[1])).ifPresent(ProcessHandle::destroyForcibly);
    }
}
