package dev.ipw;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import dev.ipw.error.IpwException;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.series.Repeats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** No run tells figures of another one, whatever happens to its folder. */
class ProfilerFolderTests {
    private static final List<DatasetRecord> QUESTIONS = IntStream.range(0, 10)
            .mapToObj(number -> DatasetRecord.of("id-" + number, "question " + number, "right")).toList();

    @TempDir
    Path runs;

    @Test
    void aRunThatIsGoingIsNotOverwritten() throws InterruptedException {
        AtomicReference<Throwable> refused = new AtomicReference<>();

        ProfileRun run = run(profiler("first", asked -> {
            if (asked == 5) {
                refused.set(catchThrowable(
                        () -> run(profiler("second", any -> {}).storage(where -> where.overwrite(true)))));
            }
        }));

        assertThat(refused.get()).isInstanceOf(InputException.class).hasMessageContaining("is still going");
        assertThat(answers(run)).hasSize(10).containsOnly("first");
        assertThat(runs.toFile().list()).containsExactly("demo");
        assertThat(answers(run(profiler("second", any -> {}).storage(where -> where.overwrite(true))))).hasSize(10)
                .containsOnly("second");
    }

    @Test
    void aSeriesThatIsGoingIsNotOverwritten() throws InterruptedException {
        AtomicReference<Throwable> refused = new AtomicReference<>();
        try (Profiler series = profiler("first", asked -> {
            if (asked == 15) {
                refused.set(catchThrowable(
                        () -> run(profiler("second", any -> {}).storage(where -> where.overwrite(true)))));
            }
        }).build()) {
            assertThat(series.run(Repeats.of(2)).runs())
                    .allSatisfy(run -> assertThat(answers(new ProfileRun(run.run()))).containsOnly("first"));
        }
        assertThat(refused.get()).isInstanceOf(InputException.class).hasMessageContaining("is still going");
    }

    @Test
    void aRunWhoseFolderWasDeletedTellsNoFigures() {
        assertThatThrownBy(() -> run(profiler("first", asked -> {
            if (asked == 5) {
                delete(runs.resolve("demo"));
            }
        }))).isExactlyInstanceOf(IpwException.class).hasMessageContaining("was deleted, moved or replaced while");
    }

    @Test
    void aRunInTheFolderOfADeletedOneIsNotTakenForIt() {
        AtomicReference<ProfileRun> second = new AtomicReference<>();

        assertThatThrownBy(() -> run(profiler("first", asked -> {
            if (asked == 5) {
                second.set(inAnotherThread(() -> {
                    delete(runs.resolve("demo"));
                    return run(profiler("second", any -> {}));
                }));
            }
        }))).isExactlyInstanceOf(IpwException.class).hasMessageContaining("was deleted, moved or replaced while");

        assertThat(answers(second.get())).hasSize(10).containsOnly("second");
    }

    @Test
    void aRunThatWasReplacedSinceItWasOpenedIsNotReadOn() throws InterruptedException {
        ProfileRun first = run(profiler("first", any -> {}));
        ProfileRun second = run(profiler("second", any -> {}).storage(where -> where.overwrite(true)));

        assertThatThrownBy(() -> answers(first)).isInstanceOf(InputException.class)
                .hasMessageContaining("since it was opened");
        assertThat(answers(second)).containsOnly("second");
    }

    private ProfilerBuilder profiler(String answer, IntConsumer asked) {
        int[] count = {0};
        return Profiler.builder().client(new FakeClient(prompt -> {
            asked.accept(++count[0]);
            return answer;
        })).dataset(new FakeDataset(QUESTIONS))
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none")).output(runs)
                .storage(where -> where.runName("demo"));
    }

    private static ProfileRun run(ProfilerBuilder builder) {
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static List<String> answers(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.map(record -> record.outcome().answer()).toList();
        }
    }

    /** The first run interrupts its own threads as soon as it notices that its folder is gone. */
    private static <T> T inAnotherThread(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, Thread::startVirtualThread).join();
    }

    /** Takes the folder away in one step first: the run that is going goes on writing files into it. */
    private static void delete(Path folder) {
        try {
            Path gone = Files.move(folder, folder.resolveSibling("gone"));
            try (Stream<Path> files = Files.walk(gone)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
