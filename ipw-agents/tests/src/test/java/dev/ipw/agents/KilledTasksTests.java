package dev.ipw.agents;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.load.Load;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Kills a run of tasks in containers again and again, and resumes it: every task is there once, and no container is left. */
@DisabledOnOs(OS.WINDOWS)
@Tag("kill")
@Tag("process")
@Tag("real-time")
class KilledTasksTests {
    private static final int KILLS = Integer.getInteger("ipw.kills", Draws.of(1, 10));
    private static final String CHOSEN = Draws.thorough()
            ? "*"
            : "two-steps,sort-json,rename-files,write-a-file,sum-a-table";
    private static final int COUNT = Draws.of(5, 10);
    private static final long SEED = 5;
    private static final Path TASKS = Path.of("..", "..", "ipw-examples", "tasks");
    private static final String RUN = "tasks";

    @TempDir
    Path place;

    /** Take the folder of the run, the address of a server that is not asked and which tasks to do; do those that are left. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path place = Path.of(arguments[0]);
        boolean isBegun = Files.exists(place.resolve("runs").resolve(RUN));
        try (Agent agent = Agent.builder("oracle").build();
                Profiler profiler = Profiler.builder().client("openai")
                        .client(it -> it.baseUrl(arguments[1]).model("none"))
                        .dataset(HarborTasksTests.dataset(TASKS, "podman", place, Map.of("tasks", arguments[2])))
                        .queryRunner(agent)
                        .load(Load.concurrency(2))
                        .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none").calibration(false))
                        .output(place.resolve("runs")).storage(where -> where.runName(RUN).resume(isBegun))
                        .plugins(known -> known.telemetrySource(new SteadyMachine())).build()) {
            profiler.run();
        }
    }

    @Test
    void everyTaskIsDoneOnceHoweverOftenTheRunIsKilled() throws Exception {
        Random random = new Random(SEED);
        try (EpisodeServer unused = EpisodeServer.start(SEED)) {
            for (int kill = 0; kill < KILLS; kill++) {
                kill(unused, 1 + random.nextInt(3));
            }
            TestProgram.assertEnds(start(unused), place);
        }

        List<ProfilingRecord> records = EpisodeTests
                .records(ProfileRun.open(place.resolve("runs").resolve(RUN)));
        assertThat(records).extracting(record -> record.question().id()).doesNotHaveDuplicates()
                .hasSize(COUNT);
        assertThat(records).allSatisfy(record -> assertThat(record.isCorrect()).contains(true));
        assertThat(place.resolve("bin").resolve("containers")).isEmptyDirectory();
    }

    /** Kill the run once some more tasks were verified, or it has come to its end before. */
    private void kill(EpisodeServer unused, int tasks) throws IOException, InterruptedException {
        long until = verified() + tasks;
        Process process = start(unused);
        while (process.isAlive() && verified() < until) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        process.destroyForcibly().waitFor();
    }

    private long verified() {
        try (Stream<Path> files = Files.find(place, 6, (file, attributes) -> file.endsWith("verification.json"))) {
            return files.count();
        } catch (IOException | UncheckedIOException changing) {
            // Files come and go meanwhile; the next look sees them.
            return 0;
        }
    }

    private Process start(EpisodeServer unused) throws IOException {
        return TestProgram.start(KilledTasksTests.class, place, unused.address(), CHOSEN);
    }
}
