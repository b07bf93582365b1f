package dev.ipw.benchmarks.sandbox;

import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.UsedProcessorTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the programs here are shell commands")
final class SandboxProcessTests {
    @TempDir
    Path folder;

    private CommandResult run(String commands) throws InterruptedException {
        SandboxTask task = new SandboxTask(commands, "", Duration.ofSeconds(60), 1L << 28);
        return SandboxProcess.run(List.of("/bin/sh", "-c", commands), task, 64, folder);
    }

    @RepeatedTest(200)
    void keepsWhatACommandPrintsLast() throws InterruptedException {
        CommandResult result = run("echo out; echo err >&2; exit 3");

        assertThat(result.output()).isEqualTo("out\n");
        assertThat(result.errors()).isEqualTo("err\n");
        assertThat(result.exitCode()).isEqualTo(3);
    }

    @Test
    void keepsTheEndOfALongOutput() throws InterruptedException {
        CommandResult result = run(
                "i=0; while [ $i -lt 20000 ]; do echo \"line $i of a long output\"; i=$((i+1)); done");

        assertThat(result.output()).endsWith("line 19999 of a long output\n");
    }

    /** The shell's own account of its time and of its children's is the total known from elsewhere. */
    @RepeatedTest(3)
    @EnabledOnOs(OS.LINUX)
    void knowsTheProcessorTimeOfAllThatACommandStarts() throws InterruptedException {
        String spin = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done";

        CommandResult result = run("sh -c '" + spin + "' & sh -c '" + spin + "'; wait; " + spin + "; times");

        double told = Arrays.stream(result.output().split("\\s+")).mapToDouble(SandboxProcessTests::seconds).sum();
        UsedProcessorTime used = result.processorTime().orElseThrow();
        assertThat(told).isPositive();
        assertThat(used.leastSeconds()).isLessThanOrEqualTo(told + 0.02);
        assertThat(used.mostSeconds()).isGreaterThanOrEqualTo(told - 0.02);
    }

    private static double seconds(String time) {
        Matcher parts = Pattern.compile("(\\d+)m([\\d.]+)s").matcher(time);
        assertThat(parts.matches()).as(time).isTrue();
        return 60 * Double.parseDouble(parts.group(1)) + Double.parseDouble(parts.group(2));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void knowsTheProcessorTimeOfWhatItHadToEnd() throws InterruptedException {
        SandboxTask task = new SandboxTask("", "", Duration.ofMillis(700), 1L << 28);

        CommandResult result = SandboxProcess.run(List.of("/bin/sh", "-c", "while :; do :; done"), task, 64, folder);

        assertThat(result.end()).isEqualTo(CommandEnd.TIMED_OUT);
        assertThat(result.processorTime().orElseThrow().leastSeconds()).isPositive();
        assertThat(result.withoutProcessorTime().processorTime()).isEmpty();
    }

    @Test
    void doesNotWaitForAProcessThatHoldsItsOutputOpen() throws InterruptedException {
        CommandResult result = run("echo first; setsid sh -c 'exec sleep 100' & echo $!");

        assertThat(result.end()).isEqualTo(CommandEnd.FINISHED);
        String[] lines = result.output().split("\n");
        assertThat(lines[0]).isEqualTo("first");
        ProcessHandle.of(Long.parseLong(lines[1])).ifPresent(ProcessHandle::destroyForcibly);
    }
}
