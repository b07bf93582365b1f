package dev.ipw;

import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.internal.ComparedRun;
import dev.ipw.analysis.comparison.internal.Comparison;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.internal.folder.SeriesFolder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.load.Load;
import dev.ipw.load.LoadShape;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import dev.ipw.series.Experiment;
import dev.ipw.series.Interleaved;
import dev.ipw.series.RateSearch;
import dev.ipw.series.Repeats;
import dev.ipw.series.SeriesRun;
import dev.ipw.series.Sweep;
import dev.ipw.statistics.Estimate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Several runs of one profiler. */
@Tag("real-time")
class ProfilerSeriesTests {
    private static final double HELD_PER_SECOND = 200;

    private final CountDownLatch never = new CountDownLatch(1);

    @TempDir
    Path runs;

    private ProfilerBuilder builder(FakeClient.Rule rule, int questions, Load load) {
        List<DatasetRecord> records = IntStream.range(0, questions)
                .mapToObj(i -> DatasetRecord.of("q" + i, "question " + i, "yes")).toList();
        return Profiler.builder().client(new FakeClient(rule)).dataset(new FakeDataset(records))
                .measurement(how -> how.telemetry("none").warmupQueries(0)).output(runs).load(load)
                .storage(where -> where.runName("series"));
    }

    private static long[] starts(SeriesRun run) {
        try (Stream<ProfilingRecord> records = run.run().records()) {
            long[] starts = records.mapToLong(one -> one.outcome().timeline().intendedStartNanos()).sorted().toArray();
            return IntStream.range(0, starts.length).mapToLong(i -> starts[i] - starts[0]).toArray();
        }
    }

    private static TreeReader file(Experiment series) throws IOException {
        return TreeReader.ofJson("series", Files.readString(series.file()));
    }

    @Test
    void aSweepRunsAtEachStepInAFolderOfItsOwn() throws Exception {
        Experiment sweep;
        try (Profiler profiler = builder(prompt -> "yes", 30, Load.sequential()).build()) {
            sweep = profiler.run(Sweep.concurrency(1, 2, 4).keeping(ServiceLevels.parse("latency=600")));
        }
        assertThat(sweep.complete()).isTrue();
        assertThat(sweep.runs()).extracting(run -> run.run().summary().configuration().load().concurrency().orElse(0))
                .containsExactly(1, 2, 4);
        assertThat(ProfileRun.open(runs.resolve("series").resolve("concurrency-4")).summary().totals().queries())
                .isEqualTo(30);
        TreeReader file = file(sweep);
        assertThat(file.truth("complete")).isTrue();
        assertThat(file.children("steps")).hasSize(3).allSatisfy(step -> {
            assertThat(step.child("figures").real("goodput_share")).isEqualTo(1);
            assertThat(step.child("figures").real("requests_per_second")).isPositive();
            assertThat(runs.resolve("series").resolve(step.text("folder")).resolve("summary.json")).exists();
        });
    }

    @Test
    void anEndedSweepKeepsWhatIsDone() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        AtomicReference<Profiler> running = new AtomicReference<>();
        Experiment sweep;
        try (Profiler profiler = builder(prompt -> {
            if (asked.incrementAndGet() >= 15) {
                running.get().stop();
                never.await();
            }
            return "yes";
        }, 10, Load.sequential()).build()) {
            running.set(profiler);
            sweep = profiler.run(Sweep.concurrency(1, 2, 3, 4));
        }
        assertThat(sweep.complete()).isFalse();
        assertThat(sweep.runs()).hasSize(2);
        assertThat(sweep.runs().getFirst().run().summary().interrupted()).isFalse();
        assertThat(sweep.runs().getLast().run().summary().interrupted()).isTrue();
        assertThat(file(sweep).children("steps")).hasSize(2);
    }

    @Test
    void anInterruptEndsASweepAndIsRestored() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Thread caller = Thread.currentThread();
        Experiment sweep;
        try (Profiler profiler = builder(prompt -> {
            if (asked.incrementAndGet() >= 5) {
                caller.interrupt();
                never.await();
            }
            return "yes";
        }, 1000, Load.sequential()).build()) {
            sweep = profiler.run(Sweep.concurrency(1, 2));
        }
        assertThat(Thread.interrupted()).isTrue();
        assertThat(sweep.complete()).isFalse();
        assertThat(sweep.runs()).hasSize(1);
    }

    @Test
    void aSearchThatIsStoppedInItsFirstStepKeepsWhatThereIs() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        AtomicReference<Profiler> running = new AtomicReference<>();
        RateSearch search = RateSearch.within(ServiceLevels.parse("latency=600")).from(200);
        Experiment series;
        try (Profiler profiler = builder(prompt -> {
            if (asked.incrementAndGet() > 4) {
                never.await();
            }
            return "yes";
        }, 10, Load.constant(1)).listener(new ProfilerListener() {
            private int finished;

            @Override
            public void queryFinished(QueryOutcome outcome) {
                finished++;
                if (finished == 4) {
                    running.get().stop();
                }
            }
        }).build()) {
            running.set(profiler);
            series = profiler.run(search);
        }
        assertThat(series.complete()).isFalse();
        assertThat(series.runs()).singleElement().matches(run -> !run.isWhole());
        assertThat(search.found(series.runs()).perSecond()).isEmpty();
        assertThat(file(series).truth("complete")).isFalse();
        assertThat(file(series).children("steps")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"250, true", "60000, false"})
    void aStepThatIsStoppedBreaksTheRateWhereMoreAreLateThanMayBeInAllOfIt(long millis, boolean breaks)
            throws Exception {
        AtomicInteger asked = new AtomicInteger();
        AtomicReference<Profiler> running = new AtomicReference<>();
        RateSearch search = RateSearch.within(ServiceLevels.parse("latency=0.000000001")).attaining(0.9).from(200);
        Experiment series;
        try (Profiler profiler = builder(prompt -> {
            if (asked.incrementAndGet() > 10) {
                never.await();
            }
            return "yes";
        }, 100, Load.constant(1).lasting(Duration.ofMillis(millis))).listener(new ProfilerListener() {
            private int finished;

            @Override
            public void queryFinished(QueryOutcome outcome) {
                finished++;
                if (finished == 10) {
                    running.get().stop();
                }
            }
        }).build()) {
            running.set(profiler);
            series = profiler.run(search);
        }
        assertThat(series.runs()).singleElement().matches(run -> !run.isWhole());
        // Of 50 requests 5 may be late, of 12,000 there may be 1,200.
        assertThat(search.found(series.runs()).brokenPerSecond().isPresent()).isEqualTo(breaks);
    }

    @Test
    void aSearchDrawsArrivalsAnewForEachStepAndOffersTheRateThatItNames() throws Exception {
        RateSearch search = RateSearch.within(ServiceLevels.parse("latency=600")).attaining(0.9).from(25);
        Experiment series;
        AtomicInteger begun = new AtomicInteger();
        AtomicReference<Profiler> running = new AtomicReference<>();
        try (Profiler profiler = builder(prompt -> "yes", 1000, Load.poisson(1).lasting(Duration.ofSeconds(2)))
                .listener(new ProfilerListener() {
                    @Override
                    public void runStarted(int number, OptionalInt of, Load load) {
                        if (begun.incrementAndGet() == 3) {
                            running.get().stop();
                        }
                    }
                }).build()) {
            running.set(profiler);
            series = profiler.run(search);
        }
        assertThat(series.runs().get(0).figures().queries()).isEqualTo(50);
        assertThat(series.runs().get(1).figures().queries()).isEqualTo(100);
        // Twice the rate by the same draw would halve each moment.
        assertThat(starts(series.runs().get(0))[10] / 2.0).isNotCloseTo(starts(series.runs().get(1))[10], within(1e3));
    }

    @Test
    void aSearchRefusesARamp() throws Exception {
        RateSearch search = RateSearch.within(ServiceLevels.parse("latency=600"));
        Load ramped = Load.constant(1).rampedOver(Duration.ofSeconds(1));
        try (Profiler profiler = builder(prompt -> "yes", 5, ramped).build()) {
            assertThatThrownBy(() -> profiler.run(search)).isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("leave ramp(...) out");
        }
        assertThat(runs.resolve("series")).doesNotExist();
    }

    @Test
    void aRunThatWasEndedEarlyIsInNoMean() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        AtomicReference<Profiler> running = new AtomicReference<>();
        Experiment repeats;
        try (Profiler profiler = builder(prompt -> {
            if (asked.incrementAndGet() >= 22) {
                running.get().stop();
                never.await();
            }
            return "yes";
        }, 10, Load.sequential()).build()) {
            running.set(profiler);
            repeats = profiler.run(Repeats.of(4));
        }
        assertThat(repeats.runs()).extracting(SeriesRun::isWhole).containsExactly(true, true, false);
        Map<RunFigure, Estimate> means = Repeats.means(repeats.runs());
        assertThat(means).isEqualTo(Repeats.means(repeats.runs().subList(0, 2))).isNotEmpty();
        assertThat(Repeats.means(repeats.runs().subList(1, 3))).isEmpty();
        assertThat(file(repeats).child("outcome").child("means").child("requests_per_second").whole("runs"))
                .isEqualTo(2);
    }

    @Test
    void runsTwoLoadsInTurnToBeComparedInBlocks() throws Exception {
        Experiment series;
        try (Profiler profiler = builder(prompt -> "yes", 20, Load.sequential()).build()) {
            series = profiler.run(new Interleaved(Sweep.concurrency(1, 2), 2));
        }
        assertThat(series.runs()).extracting(run -> run.step().name()).containsExactly("block-1-concurrency-1",
                "block-1-concurrency-2", "block-2-concurrency-1", "block-2-concurrency-2");
        assertThat(file(series).text("kind")).isEqualTo("interleaved");
        List<ComparedRun> runs = SeriesFolder.runsOf(List.of(series.path())).stream().map(RunReader::open)
                .map(ComparedRun::of).toList();
        assertThat(Comparison.ofBlocks(runs, ComparedDimension.usual()).runs().getFirst().blocks()).isEqualTo(2);
        assertThatThrownBy(() -> new Interleaved(Sweep.concurrency(1, 2, 4), 2))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("not 3");
    }

    @Test
    void repeatsAskTheSameAtOtherMoments() throws Exception {
        Experiment repeats;
        try (Profiler profiler = builder(prompt -> "yes", 20, Load.poisson(400)).build()) {
            repeats = profiler.run(Repeats.of(3));
        }
        assertThat(repeats.runs()).extracting(run -> run.step().name()).containsExactly("repeat-1", "repeat-2",
                "repeat-3");
        assertThat(starts(repeats.runs().get(0))).isNotEqualTo(starts(repeats.runs().get(1)));
        Estimate rate = Objects.requireNonNull(
                Repeats.means(repeats.runs()).get(RunFigure.REQUESTS_PER_SECOND));
        double[] rates = repeats.runs().stream()
                .mapToDouble(run -> run.figures().of(RunFigure.REQUESTS_PER_SECOND).orElseThrow()).toArray();
        double mean = (rates[0] + rates[1] + rates[2]) / 3;
        double deviation = Math.sqrt(IntStream.range(0, 3).mapToDouble(i -> Math.pow(rates[i] - mean, 2)).sum() / 2);
        assertThat(rate.value()).isCloseTo(mean, within(1e-9));
        // Student's t with two degrees of freedom at 97.5 percent is 4.302653.
        assertThat(rate.interval().high() - mean).isCloseTo(4.302653 * deviation / Math.sqrt(3), within(1e-4));
        assertThat(file(repeats).child("outcome").child("means").child("accuracy").real("mean")).isEqualTo(1);
    }

    @Test
    void repeatsOfASeedAreTheSameAgain() throws Exception {
        long[][] first = new long[2][];
        for (int time = 0; time < 2; time++) {
            try (Profiler profiler = builder(prompt -> "yes", 20, Load.poisson(400))
                    .storage(where -> where.overwrite(true)).questions(asked -> asked.seed(5)).build()) {
                Experiment repeats = profiler.run(Repeats.of(2));
                long[] second = starts(repeats.runs().getLast());
                first[time] = second;
            }
        }
        assertThat(first[0]).isEqualTo(first[1]);
    }

    @Test
    void findsTheRateThatAServerHolds() throws Exception {
        // Refuses everything above 200 a second.
        AtomicBoolean refuses = new AtomicBoolean();
        RateSearch search = RateSearch.within(ServiceLevels.parse("latency=600")).attaining(0.9).from(50);
        Experiment series;
        try (Profiler profiler = builder(prompt -> {
            if (refuses.get()) {
                throw new InferenceException(FailureKind.SERVER_ERROR, "overloaded");
            }
            return "yes";
        }, 5, Load.constant(1).lasting(Duration.ofMillis(200))).listener(new ProfilerListener() {
            @Override
            public void runStarted(int number, OptionalInt of, Load load) {
                refuses.set(load.shape() instanceof LoadShape.ArrivalRate rate && rate.perSecond() > HELD_PER_SECOND);
            }
        }).build()) {
            series = profiler.run(search);
        }
        RateSearch.Found found = search.found(series.runs());
        assertThat(found.perSecond().orElseThrow()).isLessThanOrEqualTo(HELD_PER_SECOND);
        assertThat(found.brokenPerSecond().orElseThrow()).isGreaterThan(HELD_PER_SECOND);
        assertThat(found.brokenPerSecond().orElseThrow() / found.perSecond().orElseThrow()).isLessThanOrEqualTo(1.1);
        assertThat(series.complete()).isTrue();
        assertThat(file(series).child("outcome").real("kept_per_second")).isEqualTo(found.perSecond().orElseThrow());
    }

    @Test
    void givesUpWhereALowerRateCannotHelp() throws Exception {
        RateSearch search = RateSearch.within(ServiceLevels.parse("latency=0.000000001")).attaining(0.9).from(2000);
        Experiment series;
        try (Profiler profiler = builder(prompt -> "yes", 5, Load.constant(1).lasting(Duration.ofMillis(20))).build()) {
            series = profiler.run(search);
        }
        assertThat(search.found(series.runs()).perSecond()).isEmpty();
        assertThat(series.runs()).hasSizeLessThan(12);
        assertThat(series.complete()).isTrue();
    }

    @Test
    void refusesASeriesWithASourceForOneRun() throws Exception {
        try (Profiler profiler = builder(prompt -> "yes", 5, Load.sequential())
                .plugins(known -> known.telemetrySource(new SteadySource()))
                .build()) {
            assertThatThrownBy(() -> profiler.run(Repeats.of(2))).isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("telemetrySource");
        }
        assertThat(runs.resolve("series")).doesNotExist();
    }

    @Test
    void aRunThatFailsAsAWholeIsNotLost() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (Profiler profiler = builder(prompt -> {
            if (asked.incrementAndGet() == 5) {
                // Results of the run that goes on cannot be written where a folder of that name stands.
                try {
                    Files.createDirectories(runs.resolve("series").resolve("concurrency-1").resolve("summary.json")
                            .resolve("in the way"));
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            }
            return "yes";
        }, 8, Load.sequential()).build()) {
            assertThatThrownBy(() -> profiler.run(Sweep.concurrency(1, 2))).isInstanceOf(IpwException.class);
        }
        assertThat(Files.readString(runs.resolve("series").resolve("concurrency-1").resolve("journal.jsonl")))
                .contains("question 7");
    }

    @Test
    void aSeriesIsOverwrittenOnlyIfAsked() throws Exception {
        try (Profiler profiler = builder(prompt -> "yes", 5, Load.sequential()).build()) {
            profiler.run(Repeats.of(2));
            assertThatThrownBy(() -> profiler.run(Repeats.of(2))).isInstanceOf(ConfigurationException.class);
        }
        try (Profiler profiler = builder(prompt -> "yes", 5, Load.sequential()).storage(where -> where.overwrite(true))
                .build()) {
            assertThat(profiler.run(Sweep.concurrency(1)).runs()).hasSize(1);
        }
        assertThat(runs.resolve("series").resolve("repeat-1")).doesNotExist();
    }

    @Test
    void takesNoNumberThatMakesNoSense() {
        assertThatThrownBy(() -> Repeats.of(1)).isInstanceOf(ConfigurationException.class);
        ServiceLevels levels = ServiceLevels.parse("ttft=1");
        assertThatThrownBy(() -> RateSearch.within(levels).attaining(1)).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> RateSearch.within(levels).from(0)).isInstanceOf(ConfigurationException.class);
    }
}
