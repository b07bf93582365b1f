package dev.ipw;

import dev.ipw.record.ProfilingRecord;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Kills a run at random points of its progress and goes on with it. Tests try a few points of each kind;
 * {@code -Dipw.kills=50} tries as many as it says.
 */
@Tag("kill")
@Tag("process")
@Tag("real-time")
class KilledRunTests {
    private static final int KILLS = Integer.getInteger("ipw.kills", Draws.of(2, 20));
    private static final int EVALUATING_LINES = 10;

    @TempDir
    Path runs;

    static Stream<Long> seeds() {
        return Stream.iterate(1L, seed -> seed + 1).limit(KILLS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void losesNoFinishedRecordAndAsksNoneTwice(long seed) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, String> before = killed(false, (int) seed % 5, random);
        if (random.nextInt(3) == 0) {
            before.putAll(killed(true, random.nextInt(2), random));
        }

        ProfileRun run;
        try (Profiler profiler = KillableProgram.profiler(runs, true)) {
            run = profiler.run();
        }

        Map<String, String> after = new HashMap<>();
        try (Stream<ProfilingRecord> records = run.records()) {
            records.forEach(record -> {
                assertThat(after.put(record.question().id(), record.outcome().answer())).isNull();
                assertThat(record.isCorrect()).contains(true);
            });
        }
        assertThat(after).hasSize(KillableProgram.QUESTIONS).containsAllEntriesOf(before);
        assertThat(run.summary().interrupted()).isFalse();
        assertThat(run.summary().totals().queries()).isEqualTo(KillableProgram.QUESTIONS);
        assertThat(KillableProgram.finished(runs)).hasSize(KillableProgram.QUESTIONS);
        assertThat(names(run.path(), ".")).as("what the killed process was writing").isEmpty();
        assertThat(names(runs, "ipw-calls-")).as("temporary files of the killed process").isEmpty();
    }

    /** Run until a point of the kind asked for, kill, and tell what the journal has. */
    private Map<String, String> killed(boolean resumed, int kind, SplittableRandom random)
            throws IOException, InterruptedException {
        Path run = runs.resolve(KillableProgram.RUN);
        // Each question leaves the line of its call and that of its end.
        int lines = 2 * KillableProgram.QUESTIONS;
        BooleanSupplier point = switch (kind) {
            case 0 -> linesReach(random.nextInt(2));
            case 1 -> linesReach(2 + random.nextInt(lines - 10));
            case 2 -> linesReach(lines + EVALUATING_LINES + random.nextInt(lines / 2 - 20));
            case 3 -> () -> !names(run, ".unfinished-dataset").isEmpty();
            default -> () -> Files.exists(run.resolve("state.json"));
        };
        Process process = KillableProgram.start(runs, resumed);
        while (process.isAlive() && !point.getAsBoolean()) {
            TimeUnit.MICROSECONDS.sleep(200);
        }
        process.destroyForcibly().waitFor();
        return new HashMap<>(KillableProgram.finished(runs));
    }

    private BooleanSupplier linesReach(int lines) {
        return () -> {
            try (Stream<String> journal = Files.lines(KillableProgram.journal(runs))) {
                return journal.count() >= lines;
            } catch (IOException notYet) {
                return false;
            }
        };
    }

    private static List<String> names(Path folder, String beginning) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName())).filter(name -> name.startsWith(beginning))
                    .toList();
        } catch (IOException notYet) {
            return List.of();
        }
    }
}
