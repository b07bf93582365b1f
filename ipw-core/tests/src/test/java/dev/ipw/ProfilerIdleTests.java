package dev.ipw;

import dev.ipw.energy.EnergyReading;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.load.Load;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.progress.RunProgress;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.DeviceTotals;
import dev.ipw.run.DeviceTotals.IdleBaseline;
import dev.ipw.run.DeviceTotals.NetEnergy;
import dev.ipw.run.RunPhase;
import dev.ipw.run.RunSummary.DeviceTemperature;
import dev.ipw.run.RunTotals;
import dev.ipw.run.RunTotals.SteadyState;
import dev.ipw.testing.ChangedSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class ProfilerIdleTests {
    private static final double IDLE_WATTS = 50;
    private static final double BUSY_WATTS = 150;
    private static final double REST_SECONDS = 0.4;
    private static final double FOREVER = 600;

    @TempDir
    private Path runs;

    private final Phases phases = new Phases();

    @Test
    void measuresTheIdlePowerAndWhatIsUsedBeyondIt() throws InterruptedException, IOException {
        SettableSource source = new SettableSource(IDLE_WATTS);
        ProfileRun run = run(builder(busy(source)).measurement(how -> how.idleSeconds(REST_SECONDS))
                .plugins(known -> known.telemetrySource(source)));

        assertThat(phases.begun).containsExactly(RunPhase.WARMING_UP, RunPhase.RESTING_BEFORE, RunPhase.MEASURING,
                RunPhase.RESTING_AFTER, RunPhase.EVALUATING, RunPhase.FINISHING);
        assertThat(phases.progress).allSatisfy(progress -> assertThat(progress.planned()).hasValue(1));
        assertThat(phases.progress.getLast().finished()).isEqualTo(1);
        RunTotals totals = run.summary().totals();
        assertThat(totals.phases()).containsKeys(RunPhase.RESTING_BEFORE, RunPhase.RESTING_AFTER);
        totals.phases().forEach((phase, joules) -> {
            if (phase == RunPhase.RESTING_BEFORE || phase == RunPhase.RESTING_AFTER) {
                assertThat(joules.joules().orElseThrow()).isGreaterThan(IDLE_WATTS * REST_SECONDS * 0.99);
            }
        });
        DeviceTotals device = totals.devices().getFirst();
        IdleBaseline idle = device.idleBaseline().orElseThrow();
        assertThat(idle.watts()).isCloseTo(IDLE_WATTS, within(0.5));
        assertThat(idle.spreadWatts()).isBetween(0.0, 0.5);
        assertThat(idle.pieces()).isEqualTo(4);
        assertThat(idle.beforeWatts().orElseThrow()).isCloseTo(IDLE_WATTS, within(0.5));
        assertThat(idle.afterWatts().orElseThrow()).isCloseTo(IDLE_WATTS, within(0.5));
        assertThat(idle.time()).isBetween(run.summary().startTime(), run.summary().endTime());
        assertThat(idle.temperatureCelsius()).hasValue(SettableSource.CELSIUS);
        assertThat(run.summary().temperatures()).containsExactly(
                new DeviceTemperature(device.device(), SettableSource.CELSIUS, SettableSource.CELSIUS));
        assertThat(idle.otherProcesses()).hasValue(2);
        double gross = totals.deviceEnergy().joules().orElseThrow();
        NetEnergy net = totals.headline().net().orElseThrow();
        assertThat(net.idleShareJoules()).isCloseTo(idle.watts() * totals.measuredSeconds(), within(gross * 1e-6));
        assertThat(net.idleShareJoules() + net.netJoules()).isCloseTo(gross, within(gross * 1e-9));
        assertThat(net.sigmaJoules()).isGreaterThanOrEqualTo(idle.spreadWatts() * totals.measuredSeconds());
        assertThat(totals.averageWatts().orElseThrow()).isCloseTo(gross / totals.measuredSeconds(), within(1e-9));
        assertThat(totals.outputTokensPerJoule().orElseThrow() * totals.joulesPerOutputToken().orElseThrow())
                .isCloseTo(1, within(1e-9));
        // Where the machine stalls as the power changes, counter and power differ, and that is reported too.
        assertThat(run.summary().warnings()).filteredOn(warning -> warning.contains("processes")).singleElement()
                .asString().contains("3 processes");
        assertThat(ProfileRun.open(run.path()).summary()).isEqualTo(run.summary());
        TreeReader file = summary(run);
        assertThat(file.real("idle_seconds")).isEqualTo(REST_SECONDS);
        assertThat(file.child("profiler_config").real("idle_seconds")).isEqualTo(REST_SECONDS);
        assertThat(file.child("totals").asMap()).containsKeys("device_watts", "output_tokens_per_joule",
                "joules_per_output_token", "joules_per_query", "idle_watts", "total_idle_share_joules", "net_joules",
                "net_sigma_joules", "steady_state");
        assertThat(file.child("totals").children("devices").getFirst().child("idle_baseline").asMap()).containsKeys(
                "watts", "spread_watts", "pieces", "before_watts", "after_watts", "time", "temperature_celsius",
                "other_processes");
    }

    @Test
    void tellsOfEachQueryWhatItUsedBeyondIdleAndHowSureThatIs() throws InterruptedException {
        SettableSource source = new SettableSource(IDLE_WATTS);
        ProfileRun run = run(builder(busy(source)).measurement(how -> how.idleSeconds(REST_SECONDS))
                .plugins(known -> known.telemetrySource(source)));

        double idleWatts = run.summary().totals().headline().net().orElseThrow().idleWatts();
        assertThat(records(run)).hasSize(12).allSatisfy(record -> {
            double joules = record.metrics().energy().headline().joules().orElseThrow();
            double seconds = record.metrics().latency().totalSeconds();
            double idle = record.metrics().energy().breakdown().idleShareJoules().orElseThrow();
            assertThat(idle).isCloseTo(idleWatts * seconds, within(idle * 1e-3 + 1e-6));
            assertThat(record.metrics().energy().breakdown().netJoules().orElseThrow())
                    .isCloseTo(joules - idle, within(1e-9));
            assertThat(record.metrics().energy().breakdown().netSigmaJoules().orElseThrow()).isGreaterThanOrEqualTo(
                    record.metrics().energy().breakdown().sigmaJoules().orElseThrow());
            assertThat(record.metrics().requestShareWatts().orElseThrow()).isCloseTo(joules / seconds, within(1e-9));
            assertThat(record.metrics().outputTokensPerJoule().orElseThrow())
                    .isCloseTo(record.metrics().tokens().output().orElseThrow() / joules, within(1e-6));
        });
    }

    @Test
    void averageWattsOfADeviceWithACounterAreEnergyOverTime() throws InterruptedException {
        SettableSource source = new SettableSource(IDLE_WATTS);
        ProfileRun run = run(builder(new FakeClient(prompt -> {
            awaitNanos(TimeUnit.MILLISECONDS.toNanos(20));
            return "ten tokens";
        })).measurement(how -> how.idleSeconds(0)).plugins(known -> known.telemetrySource(source)));

        assertThat(records(run)).allSatisfy(record -> {
            assertThat(record.metrics().power().gpuWatts().orElseThrow().average())
                    .isCloseTo(IDLE_WATTS, within(0.01));
            assertThat(record.metrics().power().gpuWatts().orElseThrow().maximum())
                    .isEqualTo(SettableSource.STUCK_WATTS);
        });
    }

    @Test
    void warnsIfTheIdlePowerIsAnotherAfterTheRun() throws InterruptedException {
        SettableSource source = new SettableSource(IDLE_WATTS);
        List<String> told = new ArrayList<>();
        ProfileRun run = run(builder(busy(source)).measurement(how -> how.idleSeconds(REST_SECONDS))
                .plugins(known -> known.telemetrySource(source))
                .listener(new ProfilerListener() {
                    @Override
                    public void phaseStarted(RunPhase phase) {
                        if (phase == RunPhase.RESTING_AFTER) {
                            source.draw(IDLE_WATTS + 10);
                        }
                    }

                    @Override
                    public void warned(String message) {
                        told.add(message);
                    }
                }));

        assertThat(run.summary().warnings()).filteredOn(warning -> warning.contains("idle")).singleElement()
                .asString().contains("gpu-0", "50.0 W", "60.0 W");
        assertThat(told).isEqualTo(run.summary().warnings());
    }

    @Test
    void doesNotRestWhereNothingMeasures() throws InterruptedException {
        ProfileRun unmetered = run(builder(new FakeClient(prompt -> "1")).measurement(how -> how.idleSeconds(FOREVER)));
        ProfileRun guessed = run(builder(new FakeClient(prompt -> "1")).measurement(how -> how.idleSeconds(FOREVER))
                .plugins(known -> known.telemetrySource(CountingSource.busyProcessor())));

        assertThat(phases.begun).doesNotContain(RunPhase.RESTING_BEFORE, RunPhase.RESTING_AFTER);
        assertThat(unmetered.summary().totals().headline().net()).isEmpty();
        assertThat(guessed.summary().totals().headlineScope()).isEqualTo("cpu-estimate");
        assertThat(guessed.summary().totals().devices().getFirst().idleBaseline()).isEmpty();
    }

    @Test
    void doesNotRestWhenItIsSwitchedOffAndThenKnowsNothingOfIdlePower() throws InterruptedException {
        SettableSource source = new SettableSource(IDLE_WATTS);
        ProfileRun run = run(builder(busy(source)).measurement(how -> how.idleSeconds(0))
                .plugins(known -> known.telemetrySource(source)));

        assertThat(phases.begun).doesNotContain(RunPhase.RESTING_BEFORE, RunPhase.RESTING_AFTER);
        assertThat(run.summary().totals().headline().net()).isEmpty();
        assertThat(run.summary().totals().devices().getFirst().idleBaseline()).isEmpty();
        assertThat(records(run)).allSatisfy(
                record -> assertThat(record.metrics().energy().breakdown().netSigmaJoules()).isEmpty());
    }

    @Test
    void aStopEndsTheRestBeforeTheQuestions() throws InterruptedException {
        Profiler[] profiler = new Profiler[1];
        profiler[0] = builder(new FakeClient(prompt -> "1")).measurement(how -> how.idleSeconds(FOREVER))
                .plugins(known -> known.telemetrySource(new SettableSource(IDLE_WATTS))).listener(
                        at(RunPhase.RESTING_BEFORE, () -> Thread.startVirtualThread(profiler[0]::stop)))
                .build();
        try (Profiler stopped = profiler[0]) {
            ProfileRun run = stopped.run();
            assertThat(run.summary().interrupted()).isTrue();
            assertThat(run.summary().totals().queries()).isZero();
        }
        assertThat(phases.begun).doesNotContain(RunPhase.RESTING_AFTER);
    }

    @Test
    void anInterruptEndsTheRestAfterTheQuestionsAndNothingIsLost() throws InterruptedException {
        ProfilerBuilder builder = builder(new FakeClient(prompt -> "1")).measurement(how -> how.idleSeconds(0.1))
                .plugins(known -> known.telemetrySource(new SettableSource(IDLE_WATTS)))
                .listener(at(RunPhase.RESTING_AFTER, Thread.currentThread()::interrupt));
        try (Profiler profiler = builder.build()) {
            ProfileRun run = profiler.run();
            assertThat(Thread.interrupted()).as("the interrupt is restored").isTrue();
            assertThat(run.summary().interrupted()).isFalse();
            assertThat(run.efficiency().scored()).isEqualTo(12);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, 600.5, Double.NaN, Double.POSITIVE_INFINITY})
    void refusesARestThatCannotBe(double seconds) {
        assertThatThrownBy(() -> Profiler.builder().measurement(how -> how.idleSeconds(seconds)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("600 seconds").hasMessageContaining(String.valueOf(seconds));
    }

    @Test
    void opensRunsThatNeverRested() throws InterruptedException, IOException {
        SettableSource source = new SettableSource(IDLE_WATTS);
        ProfileRun run = run(builder(busy(source)).measurement(how -> how.idleSeconds(0))
                .plugins(known -> known.telemetrySource(source)));
        Path file = run.path().resolve("summary.json");
        String older = Files.readString(file);
        for (String key : List.of("idle_baseline", "net_joules", "steady_state")) {
            older = older.replace("\"" + key + "\"", "\"other_" + key + "\"");
        }
        ChangedSummary.write(run.path(), older);

        ProfileRun opened = ProfileRun.open(run.path());
        assertThat(opened.summary().configuration().settings().measurement().idleSeconds()).isZero();
        assertThat(opened.summary().totals().headline().steadyState()).isEmpty();
        assertThat(opened.summary().totals().deviceEnergy()).isEqualTo(run.summary().totals().deviceEnergy());
    }

    @Test
    void totalsOfOlderVersionsAllowForTheMissingPartThatTheyTellOf() throws InterruptedException, IOException {
        SettableSource source = new SettableSource(IDLE_WATTS);
        ProfileRun run = run(builder(busy(source)).measurement(how -> how.idleSeconds(0))
                .plugins(known -> known.telemetrySource(source)));
        EnergyReading total = run.summary().totals().deviceEnergy();
        String partial = Files.readString(run.path().resolve("summary.json")).replaceAll("\"flags\" : \\[[^]]*]",
                "\"flags\" : [\"PARTIAL\"]");

        ChangedSummary.write(run.path(), partial);
        assertThat(ProfileRun.open(run.path()).summary().totals().deviceEnergy().upperBound()).isEqualTo(total.upper());

        ChangedSummary.write(run.path(), partial.replaceAll("\"upper\" : [0-9.E-]+", "\"upper\" : null"));
        assertThat(ProfileRun.open(run.path()).summary().totals().deviceEnergy().upperBound()).isEmpty();
    }

    @Test
    void aLimitOfTheSensorNarrowsTheBounds() throws InterruptedException {
        long stepNanos = TimeUnit.MILLISECONDS.toNanos(100);
        SettableSource source = new SettableSource(IDLE_WATTS, OptionalDouble.of(60), stepNanos);
        ProfileRun run = run(builder(new FakeClient(prompt -> "1")).measurement(how -> how.idleSeconds(0))
                .plugins(known -> known.telemetrySource(source)));

        double stepJoules = IDLE_WATTS * stepNanos / 1e9;
        assertThat(records(run)).allSatisfy(record -> {
            double seconds = record.metrics().latency().totalSeconds();
            assertThat(record.metrics().energy().headline().upper().orElseThrow())
                    .isLessThanOrEqualTo(1.2 * 60 * seconds + stepJoules * 0.01);
        });
    }

    @Test
    void tellsWhatATokenCostsWhileTheLoadIsSteady() throws InterruptedException {
        SettableSource source = new SettableSource(IDLE_WATTS);
        CyclicBarrier together = new CyclicBarrier(3);
        ProfileRun run = run(builder(new FakeClient(prompt -> {
            try {
                together.await();
            } catch (BrokenBarrierException broken) {
                throw new IllegalStateException(broken);
            }
            awaitNanos(TimeUnit.MILLISECONDS.toNanos(40));
            return "ten tokens";
        })).load(Load.concurrency(3)).measurement(how -> how.idleSeconds(0).warmupQueries(0))
                .plugins(known -> known.telemetrySource(source)));

        SteadyState steady = run.summary().totals().headline().steadyState().orElseThrow();
        assertThat(steady.outputTokens()).isBetween(30.0, 120.0);
        assertThat(steady.energy().joules().orElseThrow())
                .isCloseTo(IDLE_WATTS * (steady.endNanos() - steady.startNanos()) / 1e9, within(0.01));
        assertThat(steady.energyPerOutputTokenJoules()).isBetween(steady.lowestEnergyPerOutputTokenJoules(),
                steady.highestEnergyPerOutputTokenJoules());
        assertThat(ProfileRun.open(run.path()).summary().totals().headline().steadyState()).contains(steady);
    }

    @Test
    void namesTheSumOfSeveralDevicesOfAScopeByTheirScopes() throws InterruptedException, IOException {
        ProfileRun run = run(builder(new FakeClient(prompt -> "1")).measurement(how -> how.idleSeconds(0))
                .plugins(known -> known.telemetrySource(CountingSource.board())));

        TreeReader totals = summary(run).child("totals");
        assertThat(totals.text("headline_scope")).isEqualTo("gpu+package+dram");
        assertThat(totals.child("device_energy").text("scope")).isEqualTo("gpu+package+dram");
        assertThat(totals.children("devices")).hasSize(5);
        assertThat(run.efficiency().energyScope()).isEqualTo("gpu+package+dram");
        assertThat(records(run)).allSatisfy(record -> {
            assertThat(record.metrics().energy().headlineScope()).isEqualTo("gpu+package+dram");
            assertThat(record.metrics().energy().headline().scopeLabel()).isEqualTo("gpu+package+dram");
            assertThat(record.metrics().energy().devices()).hasSize(5);
        });
    }

    private static TreeReader summary(ProfileRun run) throws IOException {
        return TreeReader.ofJson("summary.json", Files.readString(run.path().resolve("summary.json")));
    }

    /** Answers after a while in which the GPU draws more. */
    private static FakeClient busy(SettableSource source) {
        return new FakeClient(prompt -> {
            source.draw(BUSY_WATTS);
            awaitNanos(TimeUnit.MILLISECONDS.toNanos(10));
            source.draw(IDLE_WATTS);
            return "ten tokens";
        });
    }

    private static void awaitNanos(long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            TimeUnit.NANOSECONDS.sleep(Math.max(1, end - System.nanoTime()));
        }
    }

    private ProfilerBuilder builder(FakeClient client) {
        return Profiler.builder().client(client).dataset("starter").maxQueries(12)
                .measurement(how -> how.warmupQueries(1).telemetry("none")).output(runs).listener(phases);
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

    private static ProfilerListener at(RunPhase wanted, Runnable action) {
        return new ProfilerListener() {
            @Override
            public void progressed(RunPhase phase, RunProgress progress) {
                if (phase == wanted) {
                    action.run();
                }
            }
        };
    }

    private static final class Phases implements ProfilerListener {
        private final List<RunPhase> begun = new ArrayList<>();
        private final List<RunProgress> progress = new ArrayList<>();

        @Override
        public void phaseStarted(RunPhase phase) {
            begun.add(phase);
        }

        @Override
        public void progressed(RunPhase phase, RunProgress now) {
            if (phase == RunPhase.RESTING_BEFORE || phase == RunPhase.RESTING_AFTER) {
                progress.add(now);
            }
        }
    }
}
