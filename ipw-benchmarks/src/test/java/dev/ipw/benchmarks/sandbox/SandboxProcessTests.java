package dev.ipw.benchmarks.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the programs here are shell commands")
final class SandboxProcessTests {
    @TempDir
    Path folder;

    private SandboxResult run(String commands) throws InterruptedException {
        SandboxTask task = new SandboxTask(commands, "", Duration.ofSeconds(60), 1L << 28);
        return SandboxProcess.run(List.of("/bin/sh", "-c", commands), task, 64, folder);
    }

    @RepeatedTest(200)
    void keepsWhatACommandPrintsLast() throws InterruptedException {
        SandboxResult result = run("echo out; echo err >&2; exit 3");

        assertThat(result.output()).isEqualTo("out\n");
        assertThat(result.errors()).isEqualTo("err\n");
        assertThat(result.exitCode()).isEqualTo(3);
    }

    @Test
    void keepsTheEndOfALongOutput() throws InterruptedException {
        SandboxResult result = run(
                "i=0; while [ $i -lt 20000 ]; do echo \"line $i of a long output\"; i=$((i+1)); done");

        assertThat(result.output()).endsWith("line 19999 of a long output\n");
    }

    @Test
    void doesNotWaitForAProcessThatHoldsItsOutputOpen() throws InterruptedException {
        SandboxResult result = run("echo first; setsid sh -c 'exec sleep 100' & echo $!");

        assertThat(result.end()).isEqualTo(SandboxEnd.FINISHED);
        String[] lines = result.output().split("\n");
        assertThat(lines[0]).isEqualTo("first");
        ProcessHandle.of(Long.parseLong(lines[1])).ifPresent(ProcessHandle::destroyForcibly);
    }
}
