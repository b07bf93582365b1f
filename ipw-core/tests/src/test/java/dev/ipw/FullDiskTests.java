package dev.ipw;

import dev.ipw.record.ProfilingRecord;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Lets a run write files of so many KiB only, as on a disk that is full, and goes on with it once there is room. Tests try
 * two sizes; {@code -Dipw.fullDisks=10} tries as many as it says.
 */
@Tag("kill")
@Tag("process")
@Tag("real-time")
class FullDiskTests {
    private static final int SIZES = Integer.getInteger("ipw.fullDisks", Draws.of(2, 10));
    // A journal of all questions and verdicts takes some 300 KiB, the dataset more than that.
    private static final int[] KIBIBYTES = {60, 330, 70, 40, 100, 130, 160, 200, 250, 300, 50, 80, 90, 115, 145, 180,
            220, 275,
            290, 315};
    private static final Path BASH = Path.of("/bin/bash");

    @TempDir
    Path runs;

    static Stream<Integer> sizes() {
        return Stream.iterate(0, index -> index + 1).limit(Math.min(SIZES, KIBIBYTES.length))
                .map(index -> KIBIBYTES[index]);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void saysSoAndGoesOnOnceThereIsRoom(int kibibytes) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(BASH), "this system has no bash, whose ulimit makes files small");

        Process process = KillableProgram.start(runs, false, BASH.toString(), "-c",
                "ulimit -f " + kibibytes + "; exec \"$0\" \"$@\"");
        int exit = process.waitFor();
        String told = Files.readString(runs.resolve("err.txt"));
        Map<String, String> before = KillableProgram.finished(runs);

        assertThat(exit).as(told).isEqualTo(1);
        assertThat(told).contains("Cannot write the ").containsPattern("space|room")
                .contains(KillableProgram.RUN);
        ProfileRun run;
        try (Profiler profiler = KillableProgram.profiler(runs, true)) {
            run = profiler.run();
        }
        Set<String> after = new HashSet<>();
        try (Stream<ProfilingRecord> records = run.records()) {
            records.forEach(record -> {
                assertThat(after.add(record.question().id())).isTrue();
                assertThat(before.getOrDefault(record.question().id(), record.outcome().answer()))
                        .isEqualTo(record.outcome().answer());
            });
        }
        assertThat(after).hasSize(KillableProgram.QUESTIONS).containsAll(before.keySet());
    }
}
