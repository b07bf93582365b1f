package dev.ipw.benchmarks.harbor;

import dev.ipw.benchmarks.environment.PlayedEngine;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.error.InputException;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tasks that choose where a folder of this machine is put. */
@DisabledOnOs(OS.WINDOWS)
@Tag("process")
class WorkingFolderTests {
    @TempDir
    Path place;

    private Dataset open(String settings) throws IOException {
        Path task = place.resolve("task");
        Files.createDirectories(task.resolve("tests"));
        Files.writeString(task.resolve("task.toml"), "[environment]\n" + settings);
        Files.writeString(task.resolve("instruction.md"), "Do it.");
        Files.writeString(task.resolve("tests").resolve("test.sh"), "true");
        return Plugins.builder("dataset", DatasetProvider.class).build().require("harbor").open(
                DatasetContext.of(Map.of("PATH", PlayedEngine.in(place.resolve("engine")).path())),
                Parameters.of("dataset harbor", Map.of("address", task.toString(), "environment", "podman")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc", "/etc/", "/etc/ld.so.conf.d", "/usr/bin", "/usr", "/bin", "/lib64", "/proc",
            "/proc/self",
            "/sys", "/dev/shm", "/tests", "/tests/own", "/solution", "/logs", "/logs/verifier", "/tmp", "/", "", "app",
            "./app",
            "/app/../etc", "/app/..", "/app/.", "/app//..//etc", "//etc", "/appliance", "/app\\n/etc"})
    void isNeverOneOfTheSystemOrOfTheTests(String folder) {
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> open("workdir = \"" + folder + "\"\n"))
                .withMessageContaining("environment.workdir must be one of /app");
    }

    @Test
    void isNoLongerThanAPath() {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> open("workdir = \"/app" + "/a".repeat(100_000) + "\"\n"))
                .withMessageContaining("environment.workdir must be one of /app");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/app", "/app/", "/app/src", "/workspace", "/home/agent", "/root", "/srv/.hidden/x", "/app/..x"})
    void isAFolderInWhichOnlyTheTaskWorks(String folder) throws IOException {
        assertThat(open("workdir = \"" + folder + "\"\n").id()).startsWith("harbor:task@");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/usr/src/app", "/var/www", "/opt/app", "/"})
    void isAnyOrdinaryFolderOfATasksOwnImage(String folder) throws IOException {
        assertThat(open("docker_image = \"ready\"\nworkdir = \"" + folder + "\"\n").id()).startsWith("harbor:task@");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc", "/proc/1", "/sys", "/dev", "/tests", "/logs/agent", "usr", "/usr/../etc"})
    void isNeverOneOfTheKernelOrOfTheTestsInAnImage(String folder) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> open("docker_image = \"ready\"\nworkdir = \"" + folder + "\"\n"))
                .withMessageContaining("environment.workdir must be an absolute path");
    }
}
