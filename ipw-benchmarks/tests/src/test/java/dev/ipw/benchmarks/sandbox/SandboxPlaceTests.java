package dev.ipw.benchmarks.sandbox;

import dev.ipw.benchmarks.sandbox.SandboxPlace.Mount;
import dev.ipw.error.InputException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class SandboxPlaceTests {
    private static final Path FOLDER = Path.of("/somewhere");

    @ParameterizedTest
    @ValueSource(strings = {"/", "/etc", "/etc/", "//etc", "/work/../etc", "/etc/ld.so.conf.d", "/usr/local", "/lib64",
            "/proc", "/proc/self", "/dev/shm", "/sys", "/run", "/var/lib", "work", ""})
    void refusesASystemFolderToWriteInto(String target) {
        assertThatThrownBy(() -> new Mount(FOLDER, target, true)).isInstanceOf(InputException.class)
                .hasMessageContaining("cannot have the folder " + target).hasMessageContaining("/etc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/work", "/app", "/home/user/project", "/testbed", "/root", "/etcetera"})
    void takesOtherFolders(String target) {
        assertThat(new Mount(FOLDER, target, true).target()).isEqualTo(target);
    }

    @Test
    void showsAFolderOfTheSystemThatIsOnlyRead() {
        assertThat(new Mount(Path.of("/usr/local/bin"), "/usr/local/bin", false).isWritable()).isFalse();
    }
}
