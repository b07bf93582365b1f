package dev.ipw;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.RunFigures;
import dev.ipw.analysis.internal.CountedRequests;
import dev.ipw.analysis.internal.RunFigureReader;
import dev.ipw.analysis.latency.LatencyAnalysis;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.TimeSpan;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.load.Load;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.progress.RunProgress;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunPhase;
import dev.ipw.run.RunTotals;
import dev.ipw.statistics.Quantiles;
import dev.ipw.telemetry.RunClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** How requests are put on a model. */
@Tag("real-time")
class ProfilerLoadTests {
    private static final double STALL_SECONDS = 0.75;

    @TempDir
    Path runs;

    private ProfilerBuilder builder(FakeClient.Rule rule, int questions, Load load) {
        List<DatasetRecord> records = IntStream.range(0, questions)
                .mapToObj(i -> DatasetRecord.of("q" + i, "question " + i, "yes")).toList();
        return Profiler.builder().client(new FakeClient(rule)).dataset(new FakeDataset(records))
                .measurement(how -> how.telemetry("none").warmupQueries(0)).output(runs).load(load);
    }

    private static ProfileRun run(ProfilerBuilder builder) throws InterruptedException {
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        }
    }

    private static List<ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.toList();
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.2, 1, 5})
    void aRateNeverWaitsForAnAnswer(double burstiness) throws InterruptedException {
        CountDownLatch all = new CountDownLatch(40);
        Load load = burstiness == 0 ? Load.constant(500) : Load.gamma(500, burstiness);
        ProfileRun run = run(builder(prompt -> {
            all.countDown();
            // Nobody would be answered if one had to be before the last is asked.
            all.await();
            return "yes";
        }, 40, load));
        assertThat(records(run)).hasSize(40).noneMatch(ProfilingRecord::hasFailed);
        assertThat(run.summary().interrupted()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(doubles = {2, 200})
    void theMeasurementWindowIsFromTheFirstIntendedStartToTheLastEnd(double perSecond) throws InterruptedException {
        ProfileRun run = run(builder(prompt -> "yes", perSecond > 2 ? 30 : 2, Load.poisson(perSecond)));

        List<ResponseTimeline> timelines = records(run).stream().map(record -> record.outcome().timeline()).toList();
        TimeSpan measured = run.summary().segments().getFirst().measured().orElseThrow();
        assertThat(measured.startNanos())
                .isEqualTo(timelines.stream().mapToLong(ResponseTimeline::intendedStartNanos).min().orElseThrow());
        assertThat(measured.endNanos())
                .isGreaterThanOrEqualTo(timelines.stream().mapToLong(ResponseTimeline::endNanos).max().orElseThrow());
        assertThat(run.summary().totals().measuredSeconds()).isEqualTo(measured.nanos() / 1e9);
    }

    @Test
    void aConcurrencyKeepsSoManyInFlight() throws InterruptedException {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch three = new CountDownLatch(3);
        run(builder(prompt -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            three.countDown();
            three.await();
            now.decrementAndGet();
            return "yes";
        }, 50, Load.concurrency(3)));
        assertThat(most).hasValue(3);
    }

    @Test
    void aStallOfTheServerShowsInTheLatencyFromTheIntendedStart() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        long[] until = new long[1];
        ProfileRun run = run(builder(prompt -> {
            if (asked.incrementAndGet() == 50) {
                until[0] = System.nanoTime() + (long) (STALL_SECONDS * 1e9);
            }
            while (asked.get() >= 50 && System.nanoTime() < until[0]) {
                LockSupport.parkNanos(until[0] - System.nanoTime());
            }
            return "yes";
        }, 250, Load.constant(200)));
        double[] seconds = run.dimension("time_from_intended_start");
        assertThat(seconds).hasSize(250);
        assertThat(Quantiles.of(seconds, 0.99)).isGreaterThan(0.9 * STALL_SECONDS);
        // Whoever came during the stall waited for what was left of it.
        assertThat(Arrays.stream(seconds).filter(one -> one > STALL_SECONDS / 2).count()).isGreaterThan(60);
    }

    @Test
    void theIntendedStartsFollowTheRate() throws InterruptedException {
        ProfileRun run = run(builder(prompt -> "yes", 30, Load.constant(200)));
        long[] starts = records(run).stream().mapToLong(one -> one.outcome().timeline().intendedStartNanos()).sorted()
                .toArray();
        for (int i = 1; i < starts.length; i++) {
            assertThat(starts[i] - starts[i - 1]).isEqualTo(5_000_000);
        }
        assertThat(records(run)).allSatisfy(
                one -> assertThat(one.outcome().timeline().sentNanos().orElseThrow())
                        .isGreaterThanOrEqualTo(one.outcome().timeline().intendedStartNanos()));
        assertThat(run.summary().totals().offeredPerSecond().orElseThrow()).isCloseTo(200, within(1e-6));
    }

    @Test
    void countsWholeAnswersASecondAndWhatWasOfferedAndWhatFailedBesideThem() throws InterruptedException {
        ProfileRun run = run(builder(prompt -> {
            if (prompt.endsWith("3")) {
                throw new InferenceException(FailureKind.SERVER_ERROR, "broken");
            }
            return "yes";
        }, 30, Load.poisson(200)));

        RunTotals totals = run.summary().totals();
        RunFigures figures = RunFigureReader.read(run.reader(), Optional.empty());
        assertThat(totals.failed()).isEqualTo(3);
        assertThat(figures.of(RunFigure.REQUESTS_PER_SECOND).orElseThrow() * totals.measuredSeconds())
                .isCloseTo(27, within(1e-6));
        assertThat(figures.of(RunFigure.FAILED_PER_SECOND).orElseThrow() * totals.measuredSeconds())
                .isCloseTo(3, within(1e-6));
        long[] starts = records(run).stream().mapToLong(one -> one.outcome().timeline().intendedStartNanos()).sorted()
                .toArray();
        assertThat(figures.of(RunFigure.OFFERED_PER_SECOND).orElseThrow())
                .isCloseTo(29 / ((starts[29] - starts[0]) / 1e9), within(1e-6)).isNotCloseTo(200, within(1e-6));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void asksAgainUntilTheTimeIsOver(boolean rate) throws InterruptedException {
        Load load = rate ? Load.constant(200) : Load.concurrency(2);
        // A machine that does not come round twice is given twice the time.
        long millis = 300;
        while (!comesRoundTwice(load.lasting(Duration.ofMillis(millis)))) {
            millis *= 2;
        }
    }

    private boolean comesRoundTwice(Load load) throws InterruptedException {
        List<RunProgress> told = new ArrayList<>();
        ProfileRun run = run(builder(prompt -> {
            LockSupport.parkNanos(1_000_000);
            return "yes";
        }, 3, load).listener(new ProfilerListener() {
            @Override
            public void progressed(RunPhase phase, RunProgress progress) {
                if (phase == RunPhase.MEASURING) {
                    told.add(progress);
                }
            }
        }));
        assertThat(run.summary().interrupted()).isFalse();
        List<String> ids = records(run).stream().map(one -> one.question().id()).toList();
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(told).allSatisfy(progress -> assertThat(progress.planned()).isEmpty());
        assertThat(told.getLast().finished()).isEqualTo(ids.size());
        return ids.size() > 6 && ids.containsAll(List.of("q0", "q1", "q2", "q0#2", "q2#2"));
    }

    @Test
    void endsWithTheQuestionsIfTheirNumberIsLimited() throws InterruptedException {
        ProfileRun run = run(
                builder(prompt -> "yes", 5, Load.concurrency(2).lasting(Duration.ofMinutes(5))).maxQueries(4));
        assertThat(records(run)).hasSize(4);
        assertThat(run.summary().interrupted()).isFalse();
    }

    @Test
    void aTimeThatIsOverIsNoInterruption() throws InterruptedException {
        int answered = 0;
        // A machine that answers nothing in its time is given twice the time.
        for (int millis = 100; answered == 0; millis *= 2) {
            ProfileRun run = run(builder(prompt -> {
                TimeUnit.MILLISECONDS.sleep(20);
                return "yes";
            }, 10_000, Load.sequential().lasting(Duration.ofMillis(millis))).maxQueries(10_000));
            assertThat(run.summary().interrupted()).isFalse();
            answered = records(run).size();
            assertThat(answered).isLessThanOrEqualTo(millis / 10);
        }
    }

    @Test
    void rampsUpWhatIsInFlight() throws InterruptedException {
        AtomicLong begun = new AtomicLong();
        ProfileRun run = run(builder(prompt -> {
            LockSupport.parkNanos(5_000_000);
            return "yes";
        }, 3, Load.concurrency(10).rampedOver(Duration.ofMillis(400)).lasting(Duration.ofMillis(500)))
                .listener(new ProfilerListener() {
                    @Override
                    public void phaseStarted(RunPhase phase) {
                        if (phase == RunPhase.MEASURING) {
                            begun.set(System.nanoTime());
                        }
                    }
                }));
        RunClock clock = run.summary().segments().getFirst().clock();
        List<ResponseTimeline> timelines = records(run).stream().map(one -> one.outcome().timeline()).toList();
        // One request at a time until the second thread begins, 40 ms after the first, and so on.
        assertThat(timelines).allSatisfy(one -> {
            long start = one.intendedStartNanos();
            long inFlight = timelines.stream()
                    .filter(other -> other.intendedStartNanos() <= start && start < other.endNanos()).count();
            assertThat(inFlight).isLessThanOrEqualTo(1 + (clock.nanoTime(start) - begun.get()) / 40_000_000);
        });
    }

    @Test
    void keepsWhatTheLoadWas() throws InterruptedException {
        LoadSettings kept = run(builder(prompt -> "yes", 3,
                Load.gamma(500, 0.5).rampedOver(Duration.ofMillis(10)).lasting(Duration.ofSeconds(9))).maxQueries(3))
                .summary().configuration().load();
        assertThat(kept.shape()).isEqualTo("gamma");
        assertThat(kept.concurrency()).isEmpty();
        assertThat(kept.perSecond()).hasValue(500);
        assertThat(kept.burstiness()).hasValue(0.5);
        assertThat(kept.rampSeconds()).isEqualTo(0.01);
        assertThat(kept.durationSeconds()).hasValue(9);
    }

    @Test
    void leavesTheBeginningAndTheEndOutOfTheLatencyFiguresOnly() throws InterruptedException {
        ProfileRun run = run(builder(lastMuchLater(100, prompt -> {
            // The first are slow, as on a server that warms up.
            LockSupport.parkNanos(Integer.parseInt(prompt.split(" ")[1]) < 20 ? 30_000_000 : 0);
            return "yes";
        }), 100, Load.constant(200).cut(Duration.ofMillis(100), Duration.ofMillis(50))));
        CountedRequests counted = CountedRequests.of(run.reader());
        List<ProfilingRecord> records = records(run);
        long first = records.stream().mapToLong(one -> one.outcome().timeline().intendedStartNanos()).min()
                .orElseThrow();
        long last = records.stream().mapToLong(one -> one.outcome().timeline().endNanos()).max().orElseThrow();
        long expected = records.stream().map(one -> one.outcome().timeline())
                .filter(one -> one.intendedStartNanos() >= first + 100_000_000 && one.endNanos() <= last - 50_000_000)
                .count();
        assertThat(counted.count()).isEqualTo(expected).isBetween(1L, 80L);
        assertThat(counted.excludedCount()).isEqualTo(100 - expected);
        assertThat(run.latencies(Dimension.TIME_FROM_INTENDED_START)).hasSize((int) expected);
        assertThat(run.dimension(Dimension.TIME_FROM_INTENDED_START)).hasSize(100);
        AnalysisResult latency = run.analyze(new LatencyAnalysis());
        // What this machine did to the times is another matter.
        assertThat(latency.warnings()).filteredOn(warning -> !warning.startsWith("Times are ")).singleElement()
                .asString().contains("without " + (100 - expected) + " of 100")
                .contains("first 0.1 s", "last 0.05 s");
        assertThat(run.summary().configuration().load().cut()).isEqualTo(new LoadSettings.Cut(0.1, 0.05));
        assertThat(run.efficiency().correct()).isEqualTo(100);
    }

    /** Answer the last one long after the others, so that these do not end with the run however slow the machine is. */
    private static FakeClient.Rule lastMuchLater(int requests, FakeClient.Rule rule) {
        AtomicInteger asked = new AtomicInteger();
        CountDownLatch others = new CountDownLatch(requests - 1);
        return prompt -> {
            if (asked.incrementAndGet() == requests) {
                others.await();
                TimeUnit.MILLISECONDS.sleep(60);
            }
            String answer = rule.answer(prompt);
            others.countDown();
            return answer;
        };
    }

    @Test
    void leavesTheBeginningOfEachIntervalOutOfARunThatWasResumed() throws InterruptedException {
        Load load = Load.constant(200).cut(Duration.ofMillis(50), Duration.ofMillis(20));
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger finished = new AtomicInteger();
        CountDownLatch never = new CountDownLatch(1);
        FakeClient.Rule fifty = lastMuchLater(50, prompt -> "yes");
        run(builder(prompt -> {
            if (asked.incrementAndGet() > 50) {
                never.await();
            }
            return fifty.answer(prompt);
        }, 100, load).storage(where -> where.runName("cut")).listener(new ProfilerListener() {
            @Override
            public void queryFinished(QueryOutcome outcome) {
                if (finished.incrementAndGet() == 50) {
                    Thread.currentThread().interrupt();
                }
            }
        }));
        assertThat(Thread.interrupted()).isTrue();

        ProfileRun run = run(builder(lastMuchLater(50, prompt -> "yes"), 100, load)
                .storage(where -> where.runName("cut").resume(true)));

        long resumed = run.summary().segments().get(1).measured().orElseThrow().startNanos();
        Map<Boolean, List<ResponseTimeline>> intervals = records(run).stream().map(one -> one.outcome().timeline())
                .collect(Collectors.partitioningBy(one -> one.intendedStartNanos() >= resumed));
        long expected = 0;
        for (List<ResponseTimeline> interval : intervals.values()) {
            long first = interval.stream().mapToLong(ResponseTimeline::intendedStartNanos).min().orElseThrow();
            long last = interval.stream().mapToLong(ResponseTimeline::endNanos).max().orElseThrow();
            expected += interval.stream().filter(one -> one.intendedStartNanos() >= first + 50_000_000
                    && one.endNanos() <= last - 20_000_000).count();
        }
        assertThat(CountedRequests.of(run.reader()).count()).isEqualTo(expected).isPositive();
        // Ten requests of each stretch were to start in its first 50 ms.
        assertThat(CountedRequests.of(run.reader()).excludedCount()).isEqualTo(100 - expected)
                .isGreaterThanOrEqualTo(20);
    }

    @Test
    void aCutThatLeavesNothingLeavesNoPercentile() throws InterruptedException {
        ProfileRun run = run(
                builder(prompt -> "yes", 5, Load.sequential().cut(Duration.ofHours(1), Duration.ZERO)));
        assertThat(CountedRequests.of(run.reader()).count()).isZero();
        assertThat(run.analyze(new LatencyAnalysis()).summary()).containsEntry("time_from_intended_start_p50", null);
    }
}
