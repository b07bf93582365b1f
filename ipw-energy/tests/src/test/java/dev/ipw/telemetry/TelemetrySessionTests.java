package dev.ipw.telemetry;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.statistics.Statistics;
import dev.ipw.testing.DrivenSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static dev.ipw.telemetry.OneWattSources.alone;
import static dev.ipw.telemetry.OneWattSources.counter;
import static dev.ipw.telemetry.OneWattSources.oneWatt;
import static dev.ipw.telemetry.OneWattSources.oneWattPackage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class TelemetrySessionTests {
    @Test
    void measuresWhatATaskUsed() {
        DrivenSource source = oneWattPackage();
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            Measured<String> measured = session.measure(() -> {
                source.awaitTick();
                source.awaitTick();
                return "done";
            });

            assertThat(measured.value()).isEqualTo("done");
            EnergyReading reading = measured.window().energy(Scope.PACKAGE);
            double seconds = measured.window().duration().toNanos() / 1e9;
            assertThat(reading.provenance()).isEqualTo(Provenance.MEASURED);
            assertThat(reading.flags()).doesNotContain(EnergyFlag.PARTIAL);
            // The counter counts whole microjoules.
            assertThat(seconds).isBetween(reading.lower().orElseThrow() - 2e-6, reading.upper().orElseThrow() + 2e-6);
            assertThat(measured.window().energyScope()).isEqualTo("package");
        }
    }

    @Test
    void measuresATaskThatReturnsNothing() {
        DrivenSource source = oneWattPackage();
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            assertThat(session.measure(source::awaitTick).energy().isAvailable()).isTrue();
        }
    }

    @Test
    void takesLambdasWithAndWithoutAResultThatMayThrow() throws InterruptedException {
        DrivenSource source = oneWattPackage();
        List<String> answers = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(1);
        done.countDown();
        try (TelemetrySession session = alone().source(source).open()) {
            Measured<Boolean> added = session.measure(() -> answers.add("yes"));
            Measured<Duration> period = session.measure(() -> source.period());
            TelemetryWindow waited = session.measure(() -> {
                done.await();
            }).window();

            assertThat(added.value()).isTrue();
            assertThat(period.value()).isPositive();
            assertThat(List.of(added.window(), period.window(), waited))
                    .allMatch(window -> window.energy().isAvailable());
        }
    }

    @Test
    void wakesAnIdleSourceAtOnceWhenSomethingIsMeasured() {
        DrivenSource source = new DrivenSource("slow", List.of(counter("package-0", Scope.PACKAGE)),
                Duration.ofHours(1), sink -> DrivenSource.oneWatt(sink, 1));
        try (TelemetrySession session = alone().source(source).open()) {
            source.awaitTicks(1);
            // Without being woken it would be read again in an hour.
            try (Watch watch = session.watch()) {
                source.awaitTicks(2);
                watch.awaitSteady();
            }
            assertThat(session.samplers()).hasSize(1);
        }
    }

    @Test
    void flagsAsShortWhatBeganBeforeTheCounterWasSeenToMove() {
        long[] counts = {0};
        DrivenSource source = new DrivenSource("coarse", List.of(counter("package-0", Scope.PACKAGE)),
                sink -> sink.counter(0, counts[0]));
        try (TelemetrySession session = alone().source(source).open()) {
            TelemetryWindow cold = session.measure(() -> {
                for (int i = 0; i < 5; i++) {
                    source.read(sink -> sink.counter(0, counts[0]++));
                }
            }).window();
            assertThat(cold.energy(Scope.PACKAGE).flags()).contains(EnergyFlag.SHORT);
            TelemetryWindow warm;
            try (Watch _ = session.watch()) {
                warm = session.measure(() -> {
                    for (int i = 0; i < 5; i++) {
                        source.awaitTick();
                    }
                }).window();
            }
            assertThat(warm.energy(Scope.PACKAGE).flags()).doesNotContain(EnergyFlag.SHORT);
        }
    }

    /** Two packages at 1 W that count each 100 ms and each 20 ms, read each 10 ms whenever the machine lets the source run. */
    private static DrivenSource slowAndQuickCounter() {
        long[] next = {System.nanoTime() - 10_000_000_000L};
        long begin = next[0];
        return new DrivenSource("paced", List.of(counter("package-0", Scope.PACKAGE), counter("dram-0", Scope.DRAM)),
                sink -> {
                    for (; next[0] <= System.nanoTime() && sink.hasRoom(); next[0] += 10_000_000) {
                        sink.at(next[0], next[0]);
                        sink.counter(0, (next[0] - begin) / 100_000_000 * 100_000);
                        sink.counter(1, (next[0] - begin) / 20_000_000 * 20_000);
                    }
                });
    }

    @Test
    void flagsABriefTaskAsShortOnACounterThatMovesTenTimesASecond() {
        DrivenSource source = slowAndQuickCounter();
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            source.awaitTicks(2);
            TelemetryWindow window = session.measure(() -> {
                long begin = System.nanoTime();
                while (System.nanoTime() - begin < 500_000_000) {
                    source.awaitTick();
                }
            }).window();

            boolean isBrief = window.duration().toMillis() < 2000;
            assertThat(window.energy(Scope.PACKAGE).flags().contains(EnergyFlag.SHORT)).isEqualTo(isBrief);
            assertThat(window.energy(Scope.DRAM).flags()).doesNotContain(EnergyFlag.SHORT);
        }
    }

    @Test
    void letsTheTasksExceptionThrough() {
        try (TelemetrySession session = alone().source(oneWattPackage()).open()) {
            assertThatThrownBy(() -> session.measure(() -> {
                throw new IOException("as the task said");
            })).isInstanceOf(IOException.class).hasMessage("as the task said");
        }
    }

    @Test
    void addsUpScopesThatMayBeAddedAndListsTheOthers() {
        DrivenSource source = oneWatt("test", counter("package-0", Scope.PACKAGE), counter("package-1", Scope.PACKAGE),
                counter("package-0-dram", Scope.DRAM), counter("package-0-core", Scope.CORE),
                counter("psys", Scope.PSYS));
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            TelemetryWindow window = session.measure(() -> {
                source.awaitTick();
                source.awaitTick();
            }).window();

            double one = window.energy(Scope.CORE).joules().orElseThrow();
            assertThat(window.energy().joules()).hasValueCloseTo(3 * one, within(1e-9));
            assertThat(window.energyScope()).isEqualTo("package+dram");
            assertThat(window.energy(Scope.PACKAGE).joules()).hasValueCloseTo(2 * one, within(1e-9));
            assertThat(window.devices()).extracting(DeviceEnergy::device).containsExactly("package-0", "package-1",
                    "package-0-dram", "package-0-core", "psys");
            assertThat(window.watts())
                    .hasValueCloseTo(3 * one / (window.duration().toNanos() / 1e9), within(1e-6));
            assertThat(window.energy(Scope.GPU).isAvailable()).isFalse();
        }
    }

    @Test
    void summarisesWhatOtherSensorsSaid() {
        Sensor memory = Sensor.of("memory", Scope.DRAM, Quantity.MEMORY_USED_BYTES, "test");
        Sensor busy = Sensor.of("cpu", Scope.PACKAGE, Quantity.UTILIZATION_PERCENT, "test");
        DrivenSource source = new DrivenSource("host", List.of(memory, busy), sink -> {
            sink.gauge(0, 1e9);
            sink.gauge(1, 25);
        });
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            TelemetryWindow window = session.measure(source::awaitTick).window();
            assertThat(window.statistics(Quantity.MEMORY_USED_BYTES, Scope.DRAM))
                    .contains(new Statistics(1e9, 1e9, 1e9, 1e9));
            assertThat(window.statistics(Quantity.UTILIZATION_PERCENT, Scope.PACKAGE).orElseThrow().median())
                    .isEqualTo(25);
            assertThat(window.statistics(Quantity.TEMPERATURE_CELSIUS, Scope.GPU)).isEmpty();
            assertThat(session.statistics(busy, window.startNanos(), window.endNanos()))
                    .contains(new Statistics(25, 25, 25, 25));
            assertThat(session.statistics(busy, 0, 1)).isEmpty();
        }
    }

    @Test
    void saysWhatEachSensorSaidLastAndHowItIsSampled() {
        Sensor busy = Sensor.of("package-0", Scope.PACKAGE, Quantity.UTILIZATION_PERCENT, "test busy");
        Sensor gone = Sensor.of("package-0", Scope.PACKAGE, Quantity.TEMPERATURE_CELSIUS, "test gone");
        DrivenSource source = new DrivenSource("test", List.of(counter("package-0", Scope.PACKAGE), busy, gone),
                sink -> {
                    long now = System.nanoTime();
                    sink.at(now, now);
                    sink.counter(0, now / 1000);
                    sink.gauge(1, 25);
                    sink.lost(2, "not there");
                });
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            source.awaitTick();

            List<SensorReading> latest = session.latest();
            assertThat(latest).extracting(SensorReading::sensor).isEqualTo(session.sensors());
            assertThat(latest.get(0).value().orElseThrow()).isBetween(0.0, 60.0);
            assertThat(latest.get(0).nanos()).isPresent();
            assertThat(latest.get(1).value()).hasValue(25);
            assertThat(latest.get(2)).isEqualTo(
                    new SensorReading(gone, OptionalLong.empty(), OptionalDouble.empty(), Optional.of("not there")));
            SamplerReport report = session.samplers().getFirst();
            assertThat(report.source()).isEqualTo("test");
            assertThat(report.ticks()).isPositive();
            assertThat(report.busyNanos()).isPositive();
            assertThat(session.devices()).isEmpty();
        }
    }

    @Test
    void derivesPowerFromACounter() {
        DrivenSource source = oneWattPackage();
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            TelemetryWindow window = session.measure(() -> {
                source.awaitTick();
                source.awaitTick();
            }).window();
            assertThat(window.statistics(Quantity.POWER_WATTS, Scope.PACKAGE)).isPresent();
        }
    }

    @Test
    void addsPowerOfSeveralDevicesAndTakesTheHottest() {
        DrivenSource source = new DrivenSource("smi",
                List.of(Sensor.of("gpu-0", Scope.GPU, Quantity.POWER_WATTS, "test"),
                        Sensor.of("gpu-1", Scope.GPU, Quantity.POWER_WATTS, "test"),
                        Sensor.of("gpu-0", Scope.GPU, Quantity.TEMPERATURE_CELSIUS, "test"),
                        Sensor.of("gpu-1", Scope.GPU, Quantity.TEMPERATURE_CELSIUS, "test")),
                sink -> {
                    sink.gauge(0, 100);
                    sink.gauge(1, 50);
                    sink.gauge(2, 60);
                    sink.gauge(3, 70);
                });
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            TelemetryWindow window = session.measure(source::awaitTick).window();
            assertThat(window.statistics(Quantity.POWER_WATTS, Scope.GPU).orElseThrow().average())
                    .isCloseTo(150, within(1e-9));
            assertThat(window.statistics(Quantity.TEMPERATURE_CELSIUS, Scope.GPU).orElseThrow().maximum())
                    .isEqualTo(70);
            assertThat(window.energy().provenance()).isEqualTo(Provenance.INTEGRATED);
            double seconds = window.duration().toNanos() / 1e9;
            assertThat(window.energy().joules()).hasValueCloseTo(150 * seconds, within(1e-6));
        }
    }

    @Test
    void refusesAReadingOfTheWrongKind() {
        DrivenSource source = new DrivenSource("confused", List.of(counter("package-0", Scope.PACKAGE)),
                sink -> sink.gauge(0, 1));
        TelemetrySession session = alone().source(source).open();
        session.close();
        assertThat(session.problems()).singleElement().asString().contains("is a counter");
    }

    @Test
    void waitsForNoMovementOfASlowExporterBetweenWindowsButForOneAtTheEnd() {
        Sensor exported = counter("package-0", Scope.PACKAGE).withResolutionNanos(2_000_000_000L);
        DrivenSource source = new DrivenSource("exporter", List.of(exported), Duration.ofMillis(20),
                sink -> sink.counter(0, 0));
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            source.read(sink -> sink.counter(0, 1_500_000));
            long start = System.nanoTime();
            source.awaitTick();
            long end = System.nanoTime();
            TelemetryWindow early = session.window(start, end);
            assertThat(early.energy().isComplete()).isFalse();
            assertThat(early.energy().flags()).doesNotContain(EnergyFlag.PARTIAL);
            assertThat(session.settle(end, Duration.ZERO)).containsExactly("exporter");

            // The page is refreshed: what it shows from then on can be two seconds old.
            AtomicLong counts = new AtomicLong(1_500_000);
            source.read(sink -> sink.counter(0, counts.addAndGet(10_000)));
            session.settle(end);

            assertThat(session.settle(end, Duration.ZERO)).isEmpty();
            assertThat(session.window(start, end).energy().isComplete()).isTrue();
        }
    }

    @Test
    void waitsNoLongerThanASourceIsWorth() {
        try (TelemetrySession session = alone().source(new DrivenSource("slow",
                List.of(counter("package-0", Scope.PACKAGE)), sink -> {})).open()) {
            session.settle(System.nanoTime() + Duration.ofDays(1).toNanos());
            assertThat(session.deviceSeries().getFirst().sampleCount()).isZero();
        }
    }
}
