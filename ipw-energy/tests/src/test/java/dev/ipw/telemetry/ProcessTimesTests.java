package dev.ipw.telemetry;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.testing.DrivenSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class ProcessTimesTests {
    private static final Sensor PROCESS = Sensor.of(TelemetryWindow.THIS_PROCESS, Scope.PACKAGE,
            Quantity.PROCESS_CPU_TIME_NANOS, "test process");
    private static final Sensor OTHER = Sensor.of("process-4242", Scope.PACKAGE, Quantity.PROCESS_CPU_TIME_NANOS,
            "test other process");
    private static final Sensor MACHINE = Sensor.of("cpu", Scope.PACKAGE, Quantity.SYSTEM_CPU_TIME_NANOS, "test");
    private static final Sensor PACKAGE = Sensor.energyCounter("package-0", Scope.PACKAGE, "test package-0", 1e-6,
            OptionalLong.empty());

    @TempDir
    private Path directory;

    /**
     * The machine is busy with four processors, one of them with this process and a half with another. Readings are dated,
     * so that no pause between a look at the clock and the reading blurs what is compared.
     */
    private static DrivenSource processes() {
        return new DrivenSource("process", List.of(PROCESS, MACHINE, OTHER), sink -> {
            long now = System.nanoTime();
            sink.at(now, now);
            sink.counter(0, now);
            sink.counter(1, 4 * now);
            sink.counter(2, now / 2);
        });
    }

    private static DrivenSource packages() {
        return new DrivenSource("test", List.of(PACKAGE), sink -> {
            long now = System.nanoTime();
            sink.at(now, now);
            sink.counter(0, now / 1000);
        });
    }

    @Test
    void takesTheShareOfAProcessLiveAndFromDiskAlike() {
        RunClock clock = RunClock.start();
        DrivenSource times = processes();
        DrivenSource joules = packages();
        EnergyReading shared;
        long start;
        long end;
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).source(times).source(joules)
                .spool(directory, clock).open()) {
            session.watch();
            times.awaitTick();
            joules.awaitTick();
            start = System.nanoTime();
            times.awaitTick();
            joules.awaitTick();
            times.awaitTick();
            end = System.nanoTime();
            times.awaitTick();
            joules.awaitTick();
            TelemetryWindow live = session.window(start, end);

            ProcessShare share = live.processEnergy();

            double seconds = (end - start) / 1e9;
            assertThat(share.cpuSeconds().orElseThrow()).isCloseTo(seconds, within(1e-6));
            EnergyReading packages = live.energy(Scope.PACKAGE);
            assertThat(share.energy().provenance()).isEqualTo(Provenance.ESTIMATED);
            assertThat(share.energy().joules().orElseThrow()).isCloseTo(packages.joules().orElseThrow() / 4,
                    within(1e-6));
            assertThat(share.energy().lower()).hasValue(0);
            assertThat(live.processEnergy("process-4242").energy().joules().orElseThrow())
                    .isCloseTo(packages.joules().orElseThrow() / 8, within(1e-6));
            shared = share.energy();
        }
        SampleStore store = SampleStore.read(directory);
        TelemetryWindow read = store.window(clock.sinceAnchor(start), clock.sinceAnchor(end));
        assertThat(read.processEnergy().energy()).isEqualTo(shared);
        // Of four busy processors, one at least and two at most were those of processes that have ended.
        double seconds = (end - start) / 1e9;
        EnergyReading ended = store.processEnergy(clock.sinceAnchor(start), clock.sinceAnchor(end), seconds,
                2 * seconds);
        EnergyReading packages = read.energy(Scope.PACKAGE);
        assertThat(ended.joules().orElseThrow()).isCloseTo(packages.joules().orElseThrow() / 4, within(1e-6));
        assertThat(ended.lower().orElseThrow()).isLessThanOrEqualTo(packages.joules().orElseThrow() / 4);
        assertThat(ended.upper().orElseThrow()).isCloseTo(packages.upper().orElseThrow() / 2, within(1e-6));
        assertThat(ended.provenance()).isEqualTo(Provenance.ESTIMATED);
        assertThat(
                store.processEnergy(clock.sinceAnchor(end + 10_000_000_000L), clock.sinceAnchor(end + 11_000_000_000L),
                        0.1, 0.2).reason().orElseThrow())
                .contains("not read in this window");
    }

    @Test
    void saysWhatIsMissing() {
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).source(packages()).open()) {
            session.watch();
            TelemetryWindow window = session.measure(() -> {}).window();
            assertThat(window.processEnergy().energy().reason().orElseThrow()).contains("collector 'process'");
        }
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).source(processes()).open()) {
            session.watch();
            long now = System.nanoTime();
            assertThat(session.window(now - 1_000_000_000_000L, now - 999_000_000_000L).processEnergy().energy()
                    .reason().orElseThrow()).contains("was not read in this window");
            assertThat(session.window(0, 0).processEnergy("process-7").cpuSeconds()).isEmpty();
        }
    }

    @Test
    void chargesAProcessWithPackagesOfItsOwnMachineOnly() {
        DrivenSource times = processes();
        DrivenSource near = packages();
        Sensor far = Sensor.energyCounter("package-9", Scope.PACKAGE, "far", 1, OptionalLong.empty());
        TelemetrySource server = new ServingMachine(new DrivenSource("far", List.of(PACKAGE, far, PROCESS, MACHINE),
                sink -> {
                    sink.counter(0, System.nanoTime());
                    sink.counter(1, System.nanoTime() / 1_000_000);
                    sink.counter(2, 99 * System.nanoTime());
                    sink.counter(3, 100 * System.nanoTime());
                }));
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).source(server).source(times)
                .source(near).open(); Watch _ = session.watch()) {
            near.awaitTick();
            long start = System.nanoTime();
            times.awaitTick();
            near.awaitTick();
            long end = System.nanoTime();
            times.awaitTick();
            near.awaitTick();
            ProcessShare share = session.window(start, end).processEnergy();

            double seconds = (end - start) / 1e9;
            // The far machine counts a thousand times as much, and nearly all of it for the process.
            assertThat(share.energy().joules().orElseThrow()).isCloseTo(seconds / 4, within(0.2 * seconds / 4));
            assertThat(share.energy().source()).contains("test package-0").doesNotContain("far");
            assertThat(share.cpuSeconds().orElseThrow()).isCloseTo(seconds, within(1e-6));
        }
    }

    @Test
    void hasNoJoulesOfAProcessWhereOnlyTheServingMachineIsMeteredAndMayBeAnother() {
        DrivenSource times = processes();
        try (TelemetrySession session = TelemetrySession.builder().discovery(false)
                .source(new ServingMachine(packages())).source(times).open(); Watch _ = session.watch()) {
            ProcessShare share = session.measure(() -> {
                times.awaitTick();
                times.awaitTick();
            }).window().processEnergy();

            assertThat(share.energy().reason().orElseThrow()).contains("no processor package of the process's machine");
            assertThat(share.cpuSeconds()).isPresent();
        }
    }

    /** Mark a source as one of the machine that serves the model. */
    private record ServingMachine(TelemetrySource source) implements TelemetrySource {
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
        public boolean readsServingMachine() {
            return true;
        }

        @Override
        public void sample(SampleSink sink) {
            source.sample(sink);
        }

        @Override
        public void close() {
            source.close();
        }
    }

    @Test
    void takesTheSourceThatWasReadInTheWindowWhereAnotherWasNot() {
        DrivenSource slow = new DrivenSource("a-slow", List.of(PROCESS, MACHINE), Duration.ofMinutes(5), sink -> {
            sink.counter(0, 1);
            sink.counter(1, 2);
        });
        DrivenSource quick = processes();
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).source(slow).source(quick).open();
                Watch _ = session.watch()) {
            slow.awaitTicks(1);
            quick.awaitTick();
            long start = System.nanoTime();
            quick.awaitTick();
            assertThat(session.window(start, System.nanoTime()).processEnergy().cpuSeconds().orElseThrow())
                    .isPositive();
        }
    }

    @Test
    void knowsTheLeastWhereTheProcessorsAreCounted() {
        Sensor processors = Sensor.of("cpu", Scope.PACKAGE, Quantity.LOGICAL_PROCESSORS, "test");
        DrivenSource times = new DrivenSource("estimate", List.of(PROCESS, MACHINE, processors), sink -> {
            long now = System.nanoTime();
            sink.at(now, now);
            sink.counter(0, now);
            sink.counter(1, 2 * now);
            sink.gauge(2, 8);
        });
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).source(times).open()) {
            session.watch();
            times.awaitTick();
            long start = System.nanoTime();
            times.awaitTick();
            times.awaitTick();
            TelemetryWindow window = session.window(start, System.nanoTime());
            EnergyReading packages = window.energy(Scope.PACKAGE);
            EnergyReading share = window.processEnergy().energy();

            assertThat(packages.provenance()).isEqualTo(Provenance.ESTIMATED);
            assertThat(share.joules().orElseThrow()).isCloseTo(packages.joules().orElseThrow() / 2, within(1e-6));
            assertThat(share.lower().orElseThrow()).isPositive().isLessThan(packages.lower().orElseThrow());
        }
    }

    @Test
    void marksPackagesOfOneSourceThatMoveAlike() {
        Sensor twin = Sensor.energyCounter("package-1", Scope.PACKAGE, "test package-1", 1e-6, OptionalLong.empty());
        long[] counts = {0};
        Random random = new Random(5);
        DrivenSource source = new DrivenSource("test", List.of(PACKAGE, twin), sink -> {
            counts[0] += 1_000 + random.nextInt(1_000);
            sink.counter(0, counts[0]);
            sink.counter(1, counts[0] + 17);
        });
        RunClock clock = RunClock.start();
        long end;
        long start;
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).source(source)
                .spool(directory, clock).open()) {
            session.watch();
            for (int i = 0; i < 58; i++) {
                source.awaitTick();
            }
            start = System.nanoTime();
            source.awaitTick();
            source.awaitTick();
            end = System.nanoTime();
            assertThat(session.window(start, end).energy().flags()).contains(EnergyFlag.MIRRORED);
        }
        assertThat(SampleStore.read(directory).window(clock.sinceAnchor(start), clock.sinceAnchor(end)).energy()
                .flags()).contains(EnergyFlag.MIRRORED);
    }
}
