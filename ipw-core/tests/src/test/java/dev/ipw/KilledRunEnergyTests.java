package dev.ipw;

import dev.ipw.BoardSource.Board;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.load.Load;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.RunSummary.RunSegment;
import dev.ipw.telemetry.SampleStore;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Copies a run's folder while it is written, as a kill leaves it: 0.24 s after the last sample, while requests are served. Then
 * the board idles, or somebody else works on it. Whoever goes on with the copy gives no part of it more than the board can draw.
 */
@Tag("kill")
@Tag("real-time")
class KilledRunEnergyTests {
    private static final double LIMIT_WATTS = 700;
    private static final double IDLE_WATTS = 90;
    private static final double NANOS = 1e9;
    private static final long UNREAD_NANOS = TimeUnit.MILLISECONDS.toNanos(240);
    private static final int QUESTIONS = 200;
    private static final int ASKED_BEFORE_SAMPLES = 100;
    // A counter is read every 10 ms in whole millijoules, and the board's power changes between two readings.
    private static final double READING_SECONDS = 0.025;

    @TempDir
    private Path folder;

    /** Draws what each request needs, and answers none once the run is killed. */
    private static final class Server {
        private final Board board = new Board(LIMIT_WATTS, IDLE_WATTS);
        private final SplittableRandom random;
        private final CountDownLatch never = new CountDownLatch(1);
        private final CountDownLatch sampled = new CountDownLatch(1);
        private final AtomicInteger asked = new AtomicInteger();
        private final double wattsMeanwhile;
        private int serving;
        private boolean killed;
        private boolean resumed;

        Server(long seed) {
            random = new SplittableRandom(seed);
            wattsMeanwhile = seed % 2 == 0 ? IDLE_WATTS : LIMIT_WATTS;
        }

        String answer(String prompt) throws InterruptedException {
            if (asked.incrementAndGet() > ASKED_BEFORE_SAMPLES) {
                // However long the samples take to be on the disk, there are questions left to be killed in.
                sampled.await();
            }
            long nanos = change(1);
            TimeUnit.NANOSECONDS.sleep(nanos);
            change(-1);
            return prompt;
        }

        private long change(int requests) throws InterruptedException {
            boolean stops;
            long nanos;
            synchronized (this) {
                stops = killed;
                nanos = resumed ? random.nextLong(1_000_000, 12_000_000) : random.nextLong(20_000_000, 180_000_000);
                if (!stops) {
                    serving += requests;
                    board.draw(serving == 0 ? IDLE_WATTS : LIMIT_WATTS * random.nextDouble(0.8, 1));
                }
            }
            if (stops) {
                never.await();
            }
            return nanos;
        }

        synchronized void kill(Runnable copy) {
            copy.run();
            killed = true;
            serving = 0;
            board.draw(wattsMeanwhile);
        }

        synchronized void resume() {
            killed = false;
            resumed = true;
            board.draw(IDLE_WATTS);
        }
    }

    private static final class Numbers implements Dataset {
        @Override
        public String id() {
            return "numbers";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return IntStream.range(0, QUESTIONS).mapToObj(number -> DatasetRecord.of("id-" + number, "" + number, "1"));
        }
    }

    private static Profiler profiler(Path runs, Server server, int concurrency, BoardSource source,
            boolean resume) {
        return Profiler.builder().client(new FakeClient(server::answer)).dataset(new Numbers())
                .measurement(how -> how.warmupQueries(0))
                .load(Load.concurrency(concurrency))
                .evaluator((question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of(outcome.answer()), "any",
                        Map.of()))
                .output(runs).storage(where -> where.runName("run").resume(resume))
                .measurement(how -> how.idleSeconds(0).telemetry("none"))
                .plugins(known -> known.telemetrySource(source)).build();
    }

    /** Leave of a run what a kill leaves, and let the rest of it go nowhere. */
    private Path killed(Server server, int concurrency, boolean counts) throws InterruptedException {
        Path whole = folder.resolve("whole");
        Path copy = folder.resolve("copy");
        BoardSource source = new BoardSource(server.board, counts);
        Thread running = Thread.ofVirtual().start(() -> {
            try (Profiler profiler = profiler(whole, server, concurrency, source, false)) {
                profiler.run();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        Path telemetry = whole.resolve("run").resolve("telemetry");
        awaitSamples(telemetry);
        source.silence();
        server.sampled.countDown();
        TimeUnit.NANOSECONDS.sleep(UNREAD_NANOS);
        Path journal = whole.resolve("run").resolve("journal.jsonl");
        long bytes = journal.toFile().length();
        while (journal.toFile().length() == bytes) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        server.kill(() -> copy(whole, copy));
        running.interrupt();
        running.join();
        return copy;
    }

    private static void awaitSamples(Path telemetry) throws InterruptedException {
        while (!Files.isDirectory(telemetry) || SampleStore.lastNanos(telemetry) == 0) {
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> tree = Files.walk(from)) {
            for (Path file : tree.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static Stream<Arguments> kills() {
        return Stream.of(Arguments.of(1, 1, true), Arguments.of(4, 1, false), Arguments.of(3, 2, true),
                Arguments.of(2, 1, true), Arguments.of(5, 1, false), Arguments.of(6, 2, false))
                .limit(Draws.of(3, 6));
    }

    @ParameterizedTest
    @MethodSource("kills")
    void givesNoPartMoreThanTheBoardCanDraw(long seed, int concurrency, boolean counts) throws InterruptedException {
        Server server = new Server(seed);
        Path runs = killed(server, concurrency, counts);
        long sampledNanos = SampleStore.lastNanos(runs.resolve("run").resolve("telemetry"));
        server.resume();

        ProfileRun run;
        try (Profiler profiler = profiler(runs, server, concurrency, new BoardSource(server.board, counts), true)) {
            run = profiler.run();
        }

        List<RunSegment> segments = run.summary().segments();
        assertThat(segments).hasSize(2);
        TimeSpan killed = segments.getFirst().measured().orElseThrow();
        assertThat(killed.endNanos()).as("requests finished after the last sample").isGreaterThan(sampledNanos);
        double unreadJoules = joules(server.board, segments.getFirst(), sampledNanos, killed.endNanos());
        double unreadSeconds = (killed.endNanos() - sampledNanos) / NANOS;
        double truth = segments.stream().mapToDouble(segment -> joules(server.board, segment,
                segment.measured().orElseThrow().startNanos(), segment.measured().orElseThrow().endNanos())).sum();
        EnergyReading total = run.summary().totals().headline().gross().orElseThrow().energy();
        String told = String.format(Locale.ROOT, "%s of %.1f J, of which %.1f J in %.2f s were not read", total, truth,
                unreadJoules,
                unreadSeconds);
        double quantum = LIMIT_WATTS * READING_SECONDS;
        assertThat(truth).as(told).isBetween(total.lower().orElseThrow(), total.upper().orElseThrow());
        assertThat(total.joules().orElseThrow() - (truth - unreadJoules)).as(told)
                .isLessThanOrEqualTo(LIMIT_WATTS * unreadSeconds + quantum);
        if (concurrency == 1) {
            assertThat(impossible(run, quantum)).as(told).isEmpty();
        }
    }

    /** List the requests that got more than the board can draw in their time. */
    private static List<String> impossible(ProfileRun run, double quantum) {
        try (Stream<ProfilingRecord> records = run.records()) {
            List<ProfilingRecord> all = records.toList();
            assertThat(all).hasSize(QUESTIONS);
            return all.stream().filter(record -> record.metrics().energy().headline().joules()
                    .orElse(0) > LIMIT_WATTS * record.metrics().latency().totalSeconds() + quantum)
                    .map(record -> record.question().id() + ": " + record.metrics().energy().headline() + " in "
                            + record.metrics().latency().totalSeconds() + " s")
                    .toList();
        }
    }

    private static double joules(Board board, RunSegment segment, long startNanos, long endNanos) {
        return board.joules(segment.clock().nanoTime(endNanos)) - board.joules(segment.clock().nanoTime(startNanos));
    }
}
