package dev.ipw.cli;

import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.internal.tree.TreeReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
@Tag("process")
class PackagedMonitorTests {
    @TempDir
    Path folder;

    private PackagedCommand ipw;

    @BeforeEach
    void prepare() {
        ipw = new PackagedCommand(folder);
    }

    @Test
    void writesAnObjectForEachDeviceAndMoment() throws Exception {
        assertThat(ipw.run("monitor", "--json", "--interval", "0.2", "--duration", "1", "--telemetry", "estimate"))
                .isZero();
        List<String> lines = Files.readAllLines(folder.resolve("out.txt"));
        assertThat(lines).isNotEmpty();
        long before = 0;
        double joules = 0;
        for (String line : lines) {
            TreeReader device = TreeReader.ofJson("line", line);
            assertThat(device.text("device")).isEqualTo("cpu");
            assertThat(device.text("energy_provenance")).isEqualTo("ESTIMATED");
            assertThat(device.whole("t_ns")).isGreaterThan(before);
            assertThat(device.real("energy_joules")).isGreaterThan(joules);
            before = device.whole("t_ns");
            joules = device.real("energy_joules");
        }
        assertThat(ipw.err()).contains("sampler", "estimate").doesNotContain("WARNING");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "a process is ended without a signal there")
    void addsUpWhenItIsEnded() throws Exception {
        Process running = ipw.start("monitor", "--interval", "0.1", "--telemetry", "estimate");
        while (Files.size(folder.resolve("out.txt")) == 0) {
            assertThat(running.waitFor(1, TimeUnit.MILLISECONDS)).as("ended: %s", ipw.err()).isFalse();
        }
        running.destroy();
        assertThat(ipw.await(running)).isEqualTo(143);
        assertThat(ipw.out()).containsPattern("In \\d+\\.\\d s:\n").containsPattern("cpu +package");
    }

    @Test
    void endsWhenNobodyReadsOn() throws Exception {
        Process running = ipw.startPiped("monitor", "--interval", "0.1", "--telemetry", "estimate");
        try (BufferedReader reader = running.inputReader()) {
            assertThat(reader.readLine()).contains("cpu");
        } catch (IOException alreadyGone) {
            assertThat(running.isAlive()).isFalse();
        }
        assertThat(ipw.await(running)).isEqualTo(ExitCode.CLOSED_PIPE);
    }
}
