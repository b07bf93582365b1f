package dev.ipw.benchmarks.sandbox;

import dev.ipw.testing.ExecutableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the programs here are shell scripts")
@Tag("process")
final class SandboxChoiceTests {
    @TempDir
    Path folder;

    private void program(String name, String script) throws IOException {
        ExecutableFile.write(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
    }

    private SandboxChoice choice(String wanted) {
        return SandboxChoice.of(folder.toString(), wanted, Optional.empty(), "python:3");
    }

    @Test
    void saysWhatIsMissing() {
        SandboxChoice none = choice("auto");

        assertThat(none.sandbox()).isEmpty();
        assertThat(none.reason()).contains("no bwrap").contains("no podman").contains("no docker")
                .contains("install bubblewrap").contains("never run bare");
    }

    @Test
    void takesNoEngineWhoseServiceDoesNotRun() throws IOException {
        program("docker", "echo 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock.' >&2; exit 1");

        SandboxChoice choice = choice("auto");

        assertThat(choice.sandbox()).isEmpty();
        assertThat(choice.reason())
                .contains("docker with the image python:3 does not work here (Cannot connect to the Docker");
    }

    @Test
    void takesNoImageWithoutPython() throws IOException {
        program("podman", "echo 'exec: python3: not found' >&2; exit 127");

        assertThat(choice("podman").reason()).contains("podman with the image python:3", "python3: not found");
    }

    @Test
    void runsNothingAsRootUnlessToldTo() throws IOException {
        program("docker", "echo works");
        for (String wanted : List.of("auto", "docker", "none")) {
            assertThat(of(wanted, new RootPermission(true, false)).reason()).as(wanted).contains("this is root")
                    .contains("set IPW_ALLOW_ROOT_SANDBOX=true").contains("61184");
        }
        assertThat(of("docker", new RootPermission(true, true)).sandbox()).isPresent();
        assertThat(of("docker", new RootPermission(false, false)).sandbox()).isPresent();
    }

    private SandboxChoice of(String wanted, RootPermission permission) {
        return SandboxChoice.of(folder.toString(), wanted, Optional.empty(), "python:3", permission);
    }

    @Test
    void takesTheFirstEngineThatWorks() throws IOException {
        program("podman", "exit 125");
        program("docker", "echo works");

        assertThat(choice("auto").sandbox()).map(Sandbox::name).contains("docker");
    }
}
