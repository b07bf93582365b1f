package dev.ipw.telemetry;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.Scope;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.error.ServerUnreachableException;
import dev.ipw.testing.DrivenSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("real-time")
class HangingDriverTests {
    /** The clock of the system on a machine that is never busy: what hangs is to be found out soon. */
    private static final SamplerClock IMPATIENT = new SamplerClock() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void park(long nanos) {
            LockSupport.parkNanos(nanos);
        }
    };

    // A collector that hung is not asked again, so each test has its own.
    private static final String STUCK = "stuck-";
    private static final long FAR_NANOS = System.nanoTime() + Duration.ofDays(1).toNanos();
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger questions = new AtomicInteger();

    @AfterEach
    void letGo() {
        release.countDown();
    }

    /** A driver call does not return for an interrupt either. */
    private void hang() {
        boolean waiting = true;
        while (waiting) {
            try {
                release.await();
                waiting = false;
            } catch (InterruptedException ignored) {
                Thread.onSpinWait();
            }
        }
    }

    private static Sensor counter(String device) {
        return Sensor.energyCounter(device, Scope.GPU, "test " + device, 1e-6, OptionalLong.empty());
    }

    private static DrivenSource oneWatt(String id) {
        return new DrivenSource(id, List.of(counter(id)), sink -> DrivenSource.oneWatt(sink, 1));
    }

    private static TelemetrySessionBuilder alone() {
        return TelemetrySession.builder().discovery(false).patience(untilTheOthersAnswered(CollectorPatience.silent()))
                .clock(IMPATIENT);
    }

    /** Let the time of those that hang be over at once, and wait for the others however long they take. */
    private static CollectorPatience untilTheOthersAnswered(CollectorPatience patience) {
        return patience.by((call, untilNanos) -> !call.collector().id().startsWith(STUCK) && call.await(FAR_NANOS));
    }

    private TelemetryProvider hanging(TelemetrySource late) {
        return hanging(() -> List.of(late));
    }

    private TelemetryProvider hanging(Supplier<List<TelemetrySource>> opening) {
        String id = STUCK + NUMBER.incrementAndGet();
        return new TelemetryProvider() {
            @Override
            public String id() {
                return id;
            }

            @Override
            public String description() {
                return "hangs";
            }

            @Override
            public List<SensorStatus> probe(TelemetryEnvironment environment) {
                questions.incrementAndGet();
                hang();
                return List.of(SensorStatus.available(id, "stuck", "late"));
            }

            @Override
            public List<TelemetrySource> open(TelemetryEnvironment environment) {
                questions.incrementAndGet();
                hang();
                return opening.get();
            }

            @Override
            public SensorStatus unanswered(TelemetryEnvironment environment) {
                return SensorStatus.failed(id, "GPUs", "libstuck.so does not answer", "restart its driver");
            }
        };
    }

    @Test
    void goesOnWithoutACollectorThatDoesNotAnswerAndClosesWhatItOpensLater() {
        DrivenSource good = oneWatt("good");
        DrivenSource late = oneWatt("late");
        try (TelemetrySession session = alone().provider(hanging(late))
                .provider(new DrivenProvider("good", true, good)).open()) {
            assertThat(session.measure(good::awaitTick).energy().isAvailable()).isTrue();
            assertThat(session.problems()).singleElement().asString().contains("'stuck-", "does not read GPUs",
                    "libstuck.so does not answer", "restart its driver");
        }
        assertThat(late.closes()).isZero();
        release.countDown();
        late.awaitClose();
        assertThat(late.closes()).isEqualTo(1);
    }

    @Test
    void samplesACollectorFromWhenItOpens(@TempDir Path directory) {
        DrivenSource late = oneWatt("late");
        RunClock clock = RunClock.start();
        TelemetrySession session = alone().provider(hanging(late)).spool(directory, clock).open();
        try (session; Watch _ = session.watch()) {
            RequestSpan early = session.request("early");
            assertThat(session.problems()).singleElement().asString().contains("libstuck.so does not answer");
            assertThat(session.requests().device().isAvailable()).isFalse();
            release.countDown();
            TelemetryWindow window = session.measure(late::awaitTick).window();
            RequestSpan after = session.request("after");
            late.awaitTick();
            after.close();
            early.close();

            assertThat(window.energy().reason()).isNotPresent();
            assertThat(session.problems()).singleElement().asString().contains("'late' opened late", "is missing");
            assertThat(session.sensorStatuses()).singleElement()
                    .matches(status -> status.name().equals("test late") && status.available());
            assertThat(after.share().devices()).singleElement()
                    .matches(device -> device.reading().isAvailable());
            assertThat(early.energy().flags()).contains(EnergyFlag.PARTIAL);
        }
        assertThat(late.closes()).isEqualTo(1);
        assertThat(SampleStore.read(directory).energy()).singleElement()
                .matches(series -> series.device().name().equals("late"));
    }

    @Test
    void chargesSpansWithTheJoulesOfADeviceThatOpensAfterOthersWereDivided() {
        DrivenSource late = oneWatt("late");
        DrivenSource good = oneWatt("good");
        try (TelemetrySession session = alone().source(good).provider(hanging(late)).open()) {
            RequestSpan before = session.request("before");
            good.awaitTick();
            before.close();
            assertThat(before.share().devices()).hasSize(1);
            release.countDown();
            late.awaitTick();
            RequestSpan after = session.request("after");
            late.awaitTick();
            good.awaitTick();
            after.close();

            assertThat(after.share().devices()).extracting(DeviceEnergy::device).containsExactly("good", "late");
            assertThat(after.share().devices()).allMatch(device -> device.reading().isAvailable());
            RequestReport report = session.requests();
            assertThat(report.recent().getFirst().energy().flags()).contains(EnergyFlag.PARTIAL);
            assertThat(report.device().flags()).contains(EnergyFlag.PARTIAL);
        }
    }

    @Test
    void tellsThatACollectorThatIsLateFailed() {
        TelemetryProvider broken = hanging(() -> {
            throw new IllegalStateException("the driver is too old");
        });
        try (TelemetrySession session = alone().provider(broken).open()) {
            release.countDown();
            while (session.problems().stream().noneMatch(problem -> problem.contains("the driver is too old"))) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(session.problems()).singleElement().asString().contains(broken.id(), "it failed to open");
        }
    }

    @Test
    void asksALateCollectorAgainForASessionThatFoundItHanging() {
        DrivenSource late = oneWatt("late");
        TelemetryProvider stuck = hanging(late);
        try (TelemetrySession first = alone().provider(stuck).open()) {
            assertThat(first.problems()).hasSize(1);
        }
        try (TelemetrySession second = alone().provider(stuck).open()) {
            assertThat(second.problems()).singleElement().asString().contains("libstuck.so does not answer");
            release.countDown();
            late.awaitTicks(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"0 9000000000000000 1, true", "9000000000000000 0 1, false", "none, false"})
    void tellsABusyMachineFromADriverThatHangs(String counts, boolean isBusy, @TempDir Path directory)
            throws IOException {
        ThreadSchedule schedule = new ThreadSchedule(Files.writeString(directory.resolve("schedstat"), counts + "\n"));
        TelemetryProvider stuck = hanging(oneWatt("late"));
        CollectorPatience patience = new CollectorPatience(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ZERO,
                _ -> {},
                (call, untilNanos) -> {
                    while (questions.get() == 0) {
                        LockSupport.parkNanos(1_000_000);
                    }
                    return false;
                }, () -> schedule, false);
        TelemetryProbe probe = new TelemetryProbe(List.of(stuck), TelemetryEnvironment.of(Map.of()), patience);

        SensorStatus status = Objects.requireNonNull(probe.statuses().get(stuck)).getFirst();
        assertThat(status.name()).isEqualTo("GPUs");
        if (isBusy) {
            assertThat(status.detail()).matches("it has not opened after \\d+ s; this machine is busy.*");
            assertThat(status.nextStep()).contains("try again when it is less busy");
        } else {
            assertThat(status.detail()).isEqualTo("libstuck.so does not answer");
            assertThat(status.nextStep()).contains("restart its driver");
        }
    }

    @Test
    void refusesANamedCollectorThatDoesNotAnswerAndLeavesNothingOpen() {
        DrivenSource good = oneWatt("good");
        DrivenProvider named = new DrivenProvider("good", true, good);
        TelemetryProvider stuck = hanging(oneWatt("late"));
        assertThatThrownBy(() -> alone().provider(stuck).provider(named).collectors(stuck.id() + ",good")
                .open()).isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("libstuck.so does not answer", "restart its driver");
        good.awaitClose();
        assertThat(good.closes()).isEqualTo(1);
    }

    @Test
    void samplesANamedCollectorOnceItsServerAnswers() {
        AtomicBoolean isSilent = new AtomicBoolean(true);
        DrivenSource source = oneWatt("late");
        TelemetryProvider stuck = hanging(() -> {
            if (isSilent.getAndSet(false)) {
                throw new ServerUnreachableException("no answer", new IllegalStateException());
            }
            return List.of(source);
        });
        try (TelemetrySession session = alone().provider(stuck).collectors(stuck.id()).lateCollectors(true).open()) {
            assertThat(session.awaitedCollectors()).containsExactly(stuck.id());
            assertThat(session.headlineSeries()).isEmpty();
            assertThat(session.problems()).singleElement().asString().contains("libstuck.so does not answer");
            release.countDown(); // It is asked in vain, and again.
            source.awaitTick();
            while (!session.awaitedCollectors().isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(session.headlineSeries()).hasSize(1);
        }
        assertThat(isSilent).isFalse();
    }

    @Test
    void readsOnlyTheServersMachineIfThatIsAnotherOne() {
        DrivenSource own = oneWatt("own");
        DrivenSource lateOwn = oneWatt("late");
        TelemetryProvider stuck = hanging(lateOwn);
        try (TelemetrySession session = alone().provider(stuck).provider(new DrivenProvider("own", true, own))
                .collectors("own," + stuck.id()).lateCollectors(true).remoteServer(true).open()) {
            assertThat(session.sensors()).isEmpty();
            own.awaitClose();
            assertThat(session.awaitedCollectors()).containsExactly(stuck.id());
            release.countDown();
            lateOwn.awaitClose();
            while (!session.awaitedCollectors().isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(session.sensors()).isEmpty();
            assertThat(session.metersServingMachine()).isFalse();
        }
    }

    @Test
    void probesTheOtherCollectorsWhenOneDoesNotAnswer() {
        TelemetryProvider stuck = hanging(oneWatt("late"));
        DrivenProvider good = new DrivenProvider("good", true, oneWatt("good"));
        TelemetryProbe probe = new TelemetryProbe(List.of(stuck, good), TelemetryEnvironment.of(Map.of()),
                untilTheOthersAnswered(CollectorPatience.silent()));

        assertThat(probe.statuses().get(stuck)).singleElement()
                .satisfies(status -> assertThat(status.detail()).contains("does not answer"));
        assertThat(probe.statuses().get(good)).allMatch(SensorStatus::available);
    }

    @Test
    void asksACollectorThatHangsNothingMoreUntilItAnswers() {
        TelemetryProvider stuck = hanging(oneWatt("late"));
        TelemetryProbe probe = new TelemetryProbe(List.of(stuck), TelemetryEnvironment.of(Map.of()),
                untilTheOthersAnswered(CollectorPatience.silent()));
        probe.statuses();
        while (questions.get() == 0) {
            LockSupport.parkNanos(1_000_000);
        }
        TelemetryEnvironment same = TelemetryEnvironment.of(Map.of());
        // Waits for one that is asked, and the test then runs into its limit.
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).provider(stuck)
                .environment(same).longestOpening(Duration.ofMinutes(30)).clock(IMPATIENT).open()) {
            assertThat(session.problems()).singleElement().asString().contains("libstuck.so does not answer");
        }
        assertThat(questions).hasValue(1);

        release.countDown();
        while (!probe.statuses().values().iterator().next().getFirst().available()) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(questions).hasValueGreaterThan(1);
    }

    @Test
    void stopsWaitingWhenInterruptedAndLeavesNothingOpen() {
        DrivenSource given = oneWatt("given");
        DrivenSource good = oneWatt("good");
        Thread waiting = Thread.currentThread();
        TelemetrySessionBuilder builder = TelemetrySession.builder().discovery(false).source(given)
                .provider(new DrivenProvider("good", true, good)).provider(hanging(oneWatt("late")))
                .patience(new CollectorPatience(Duration.ofMinutes(30), Duration.ZERO, CollectorPatience.SILENT,
                        notice -> waiting.interrupt(), CollectorCall::await, ThreadSchedule::ofThisThread, false));

        assertThatThrownBy(builder::open).isInstanceOf(IpwException.class)
                .hasMessageMatching("Interrupted while waiting for the collector 'stuck-\\d+'");
        assertThat(Thread.interrupted()).isTrue();
        given.awaitClose();
        good.awaitClose();
        assertThat(List.of(given.closes(), good.closes())).containsOnly(1);
    }

    @Test
    void saysAfterASecondWhatItWaitsFor() {
        List<String> notices = new ArrayList<>();
        TelemetryProvider stuck = hanging(oneWatt("late"));
        TelemetryProvider good = new DrivenProvider("good", true, oneWatt("good"));
        List<Long> waits = new ArrayList<>();
        CollectorPatience patience = new CollectorPatience(Duration.ofMillis(1100), Duration.ZERO,
                CollectorPatience.SILENT, _ -> {},
                (call, untilNanos) -> {
                    waits.add(untilNanos - System.nanoTime());
                    return !call.collector().equals(stuck) && call.await(FAR_NANOS);
                }, ThreadSchedule::ofThisThread, false);
        new TelemetryProbe(List.of(good, stuck), TelemetryEnvironment.of(Map.of()), patience).telling(notices::add)
                .statuses();

        assertThat(notices).singleElement().asString().startsWith("Waiting for the collector '" + stuck.id() + "'")
                .contains("Ctrl-C");
        // The collectors that are asked again are asked the second time for the rest of the time.
        assertThat(waits).hasSizeGreaterThanOrEqualTo(4).allMatch(nanos -> nanos <= 1_100_000_000L);
        assertThat(waits.subList(0, 2)).allMatch(nanos -> nanos <= 1_000_000_000L);
    }

    @Test
    void opensAndFailsThoughSourcesDoNotReturnFromClosing() {
        DrivenSource first = oneWatt("gpu-0");
        DrivenSource good = oneWatt("gpu-1");
        ClosingSource hung = new ClosingSource(oneWatt("gpu-0"), this::hang);
        ClosingSource broken = new ClosingSource(oneWatt("gpu-2"), () -> {
            throw new AssertionError("a defect");
        });
        // The twin is closed at once, as the first reads the same.
        try (TelemetrySession session = TelemetrySession.builder().discovery(false)
                .provider(new DrivenProvider("first", true, first)).provider(new DrivenProvider("twin", true, hung))
                .open()) {
            assertThat(session.sensors()).hasSize(1);
        }
        assertThatThrownBy(() -> alone().source(hung).source(broken).source(good).collectors("nosuch").open())
                .isInstanceOf(IpwException.class);
        good.awaitClose();
        assertThat(good.closes()).isEqualTo(1);
    }

    @Test
    void saysThatTheLatestReadingsAreOldOnceASourceIsSilent() {
        DrivenSource source = oneWatt("gpu-0");
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            source.awaitTick();
            source.readOnce(sink -> hang());
            assertThat(session.latest().getFirst()).matches(HangingDriverTests::isFreshOrOld);
            // Who asks for problems, as a monitor does each second, takes a moment's stall for no news either.
            while (session.problems().isEmpty() && session.latest().getFirst().lossReason().isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }

            SensorReading old = session.latest().getFirst();
            assertThat(old.lossReason().orElseThrow()).contains("it has not answered since 20");
            assertThat(old).matches(HangingDriverTests::isFreshOrOld);
            assertThat(session.deviceSeries().getFirst().lossReason()).isEqualTo(old.lossReason());
            release.countDown();
            source.read(sink -> DrivenSource.oneWatt(sink, 1));
            assertThat(session.latest().getFirst().lossReason()).isEmpty();
        }
    }

    /** A moment's stall is no news: what is lost was read more than two seconds ago. */
    private static boolean isFreshOrOld(SensorReading reading) {
        return reading.lossReason().isEmpty() || System.nanoTime() - reading.nanos().orElseThrow() > 2_000_000_000L;
    }

    @Test
    void saysSinceWhenASourceDoesNotAnswerLiveAndFromDisk(@TempDir Path directory) {
        RunClock clock = RunClock.start();
        DrivenSource source = oneWatt("gpu-0");
        TelemetrySession session = alone().source(source).spool(directory, clock).open();
        session.watch();
        long start = System.nanoTime();
        source.awaitTick();
        source.readOnce(sink -> hang());
        TelemetryWindow across = session.window(start, System.nanoTime());
        long hung = System.nanoTime();
        TelemetryWindow after = session.window(hung, System.nanoTime());
        List<String> problems = session.problems();
        session.close();

        assertThat(across.energy(Scope.GPU).flags()).contains(EnergyFlag.PARTIAL, EnergyFlag.LOST);
        assertThat(after.energy(Scope.GPU).reason().orElseThrow()).contains("it has not answered since 20");
        assertThat(problems).singleElement().asString().contains("'test gpu-0' is lost: it has not answered since");
        SampleStore store = SampleStore.read(directory);
        assertThat(store.problems()).isEqualTo(problems);
        assertThat(store.window(clock.sinceAnchor(hung), clock.sinceAnchor(hung + 1)).energy(Scope.GPU).reason())
                .isEqualTo(after.energy(Scope.GPU).reason());
    }

    @Test
    void takesASourceThatGetsNoProcessorForNoneThatHangs() {
        DrivenSource source = oneWatt("gpu-0");
        SamplerClock patient = new SamplerClock() {
            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public void park(long nanos) {
                LockSupport.parkNanos(nanos);
            }

            @Override
            public long slackNanos() {
                return Duration.ofDays(1).toNanos();
            }
        };
        try (TelemetrySession session = alone().source(source).clock(patient).open(); Watch _ = session.watch()) {
            source.awaitTick();
            long start = System.nanoTime();
            source.awaitTick();
            source.readOnce(sink -> {
                hang();
                DrivenSource.oneWatt(sink, 1);
            });
            long end = System.nanoTime();
            CompletableFuture<TelemetryWindow> window = CompletableFuture.supplyAsync(() -> session.window(start, end));
            // Without the slack it would be lost by now.
            while (System.nanoTime() - end < 600_000_000) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(window).isNotDone();
            release.countDown();

            assertThat(window.join().energy(Scope.GPU).flags()).doesNotContain(EnergyFlag.PARTIAL, EnergyFlag.LOST);
            assertThat(session.problems()).isEmpty();
        }
    }

    @Test
    void closesThousandSourcesThatHangTogether() {
        TelemetrySessionBuilder builder = alone();
        List<DrivenSource> sources = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            DrivenSource source = new DrivenSource("gpu-" + i, List.of(counter("gpu-" + i)), sink -> hang());
            sources.add(source);
            builder.source(source);
        }
        TelemetrySession session = builder.open();
        sources.forEach(source -> source.awaitTicks(1));
        session.close();
        // One after another they would take longer than a test may.
        assertThat(session.problems()).singleElement().asString().contains("999 further devices");
        release.countDown();
        sources.forEach(DrivenSource::awaitClose);
    }

    /** A source that does something else when it is closed. */
    private record ClosingSource(TelemetrySource source, Runnable closing) implements TelemetrySource {
        @Override
        public String id() {
            return source.id();
        }

        @Override
        public List<Sensor> sensors() {
            return source.sensors();
        }

        @Override
        public Duration period() {
            return source.period();
        }

        @Override
        public void sample(SampleSink sink) {
            source.sample(sink);
        }

        @Override
        public void close() {
            closing.run();
        }
    }
}
