package dev.ipw.telemetry.hardware.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("process")
@Tag("real-time")
class ProcessTreeTests {
    private static final long TICK_NANOS = 10_000_000L;
    private static final Path PROC = Path.of("/proc");

    @TempDir
    private Path directory;
    private FabricatedProcesses processes;

    @BeforeEach
    void layOut() throws IOException {
        processes = new FabricatedProcesses(directory);
    }

    private ProcessTree tree() throws IOException {
        return ProcessTree.open(directory, 100, "test");
    }

    @Test
    void findsAllThatTheRootStartedWhateverTheirNamesAre() throws IOException {
        processes.process(7, 1, "someone else", 9_000, 9_000);
        processes.process(200, 100, "sh", 10, 0);
        processes.process(150, 200, "a) S 1 (b", 20, 3);
        processes.process(300, 150, "tmux: server", 40, 0);
        ProcessTree tree = tree();

        assertThat(tree.cpuNanos()).isEqualTo((500 + 100 + 10 + 20 + 40) * TICK_NANOS);
        // What ended before it was found is counted once it is sure that nobody else tells of it.
        assertThat(tree.read()).isTrue();
        assertThat(tree.cpuNanos()).isEqualTo((500 + 100 + 10 + 20 + 3 + 40) * TICK_NANOS);
        processes.process(300, 150, "tmux: server", 45, 0);
        assertThat(tree.read()).isTrue();
        assertThat(tree.cpuNanos()).isEqualTo((600 + 33 + 45) * TICK_NANOS);
        tree.close();
    }

    @Test
    void countsAChildOnceWhenItsParentHasWaitedForIt() throws IOException {
        processes.process(200, 100, "sh", 10, 0);
        ProcessTree tree = tree();
        processes.process(200, 100, "sh", 30, 0);
        assertThat(tree.read()).isTrue();
        processes.end(200);
        processes.process(100, 1, "java", 500, 100 + 32);
        for (int i = 0; i < 3; i++) {
            assertThat(tree.read()).isTrue();
        }
        assertThat(tree.cpuNanos()).isEqualTo((600 + 32) * TICK_NANOS);
        tree.close();
    }

    @Test
    void keepsTheTimeOfAChildThatNobodyWaitedFor() throws IOException {
        processes.process(200, 100, "sh", 10, 0);
        ProcessTree tree = tree();
        processes.end(200);
        for (int i = 0; i < 3; i++) {
            assertThat(tree.read()).isTrue();
        }
        assertThat(tree.cpuNanos()).isEqualTo(610 * TICK_NANOS);
        tree.close();
    }

    @Test
    void goesOnWithWhatTheRootLeftBehindAndEndsWithTheLast() throws IOException {
        processes.process(200, 100, "server", 10, 0);
        ProcessTree tree = tree();
        processes.end(100);
        processes.process(200, 1, "server", 15, 0);
        assertThat(tree.read()).isTrue();
        assertThat(tree.cpuNanos()).isEqualTo(615 * TICK_NANOS);
        processes.end(200);

        assertThat(tree.read()).isFalse();
        assertThat(tree.read()).isFalse();
        assertThat(tree.cpuNanos()).isEqualTo(615 * TICK_NANOS);
        tree.close();
    }

    @Test
    void refusesAProcessThatIsNotThereOrNoProcess() throws IOException {
        assertThatThrownBy(() -> ProcessTree.open(directory, 4242, "test")).isInstanceOf(IOException.class);
        Files.createDirectories(directory.resolve("55"));
        Files.writeString(directory.resolve("55/stat"), "55 (cut off) S 1 2");
        assertThatThrownBy(() -> ProcessTree.open(directory, 55, "test")).isInstanceOf(IOException.class)
                .hasMessageContaining("not as the kernel writes it");
    }

    @Test
    void agreesWithTheKernelOnRealProcessesOnceTheyWereWaitedFor() throws IOException, InterruptedException {
        Assumptions.assumeTrue(PROC.resolve("self/stat").toFile().canRead(), "there is no /proc here");
        String count = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done";
        Process shell = new ProcessBuilder("sh", "-c", "(" + count + ") & (" + count + "); wait; " + count)
                .inheritIO().start();
        long self = ProcessHandle.current().pid();
        try (ProcessStat truth = ProcessStat.open(PROC, self)) {
            ProcessTree tree = ProcessTree.open(PROC, self, "test");
            long before = 0;
            while (shell.isAlive()) {
                assertThat(tree.read()).isTrue();
                assertThat(tree.cpuNanos()).isGreaterThanOrEqualTo(before);
                before = tree.cpuNanos();
                Thread.sleep(10);
            }
            assertThat(shell.waitFor()).isZero();
            tree.read();
            tree.read();
            assertThat(truth.read()).isTrue();
            long least = truth.own() + truth.endedChildren();
            tree.read();
            assertThat(truth.read()).isTrue();
            long most = truth.own() + truth.endedChildren();
            assertThat(tree.cpuNanos() / TICK_NANOS).isBetween(least, most);
            tree.close();
        } finally {
            shell.destroy();
        }
    }
}
