package dev.ipw.agents;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.load.Load;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Kills a run of thirty episodes again and again, each time after some more calls, and resumes it. The system property {@code
 * ipw.kills} sets how often.
 */
@Tag("kill")
@Tag("process")
@Tag("real-time")
class KilledEpisodesTests {
    private static final int KILLS = Integer.getInteger("ipw.kills", Draws.of(2, 20));
    private static final long SEED = 11;

    @TempDir
    Path runs;

    /** Take the folder of the runs and the address of the server, and play what is left. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path runs = Path.of(arguments[0]);
        boolean isBegun = Files.exists(runs.resolve(EpisodeTests.RUN));
        try (Agent agent = EpisodeTests.agent();
                Profiler profiler = EpisodeTests.builder(runs, arguments[1], agent).load(Load.concurrency(4))
                        .storage(where -> where.resume(isBegun)).build()) {
            profiler.run();
        }
    }

    @Test
    void everyEpisodeIsThereOnceHoweverOftenTheRunIsKilled() throws Exception {
        Random random = new Random(SEED);
        try (EpisodeServer server = EpisodeServer.start(SEED)) {
            int all = KILLS + 1;
            for (int kill = 0; kill < KILLS; kill++) {
                kill(server, random.nextInt(1 + 100 / all));
            }
            TestProgram.assertEnds(start(server), runs);
        }

        ProfileRun run = ProfileRun.open(runs.resolve(EpisodeTests.RUN));
        List<ProfilingRecord> records = EpisodeTests.records(run);
        assertThat(records).extracting(record -> record.question().id()).doesNotHaveDuplicates()
                .hasSize(EpisodeTests.EPISODES);
        records.forEach(record -> EpisodeTests.assertPlayed(record, SEED, runs.resolve(EpisodeTests.RUN)));
        EpisodeTests.assertConserved(run, records);
    }

    /** Kill the run once it has made some more calls, or has come to its end before. */
    private void kill(EpisodeServer server, int calls) throws IOException, InterruptedException {
        int until = server.requests() + calls;
        Process process = start(server);
        while (process.isAlive() && server.requests() < until) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        process.destroyForcibly().waitFor();
    }

    private Process start(EpisodeServer server) throws IOException {
        return TestProgram.start(KilledEpisodesTests.class, runs, server.address());
    }
}
