package dev.ipw.cli.monitor;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.engine.energy.ThrottleReason;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.Watch;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

@Tag("real-time")
class DeviceReaderTests {
    private final DrivenSource source = TestCard.source();
    private final TelemetrySession session = source.open();
    private final Watch watch = session.watch();
    private final DeviceReader reader = new DeviceReader(session);

    @AfterEach
    void close() {
        watch.close();
        session.close();
    }

    @Test
    void putsTheSensorsOfADeviceTogether() {
        DeviceReading card = awaitPower();
        assertThat(card.device()).isEqualTo(TestCard.ID);
        assertThat(card.scope()).isEqualTo(Scope.GPU);
        assertThat(card.info()).contains(TestCard.INFO);
        assertThat(card.title()).isEqualTo("Test \"card\" #3");
        assertThat(card.value(Quantity.TEMPERATURE_CELSIUS)).hasValue(55);
        assertThat(card.memoryValue(Quantity.TEMPERATURE_CELSIUS)).hasValue(71);
        assertThat(card.memoryValue(Quantity.UTILIZATION_PERCENT)).hasValue(42);
        assertThat(card.value(Quantity.CLOCK_MEGAHERTZ)).hasValue(1980);
        assertThat(reader.read()).as("the memory's readings stand with the card").hasSize(1);
        assertThat(card.throttleReasons()).hasValueSatisfying(
                reasons -> assertThat(reasons).containsExactly(ThrottleReason.POWER_CAP, ThrottleReason.THERMAL));
        assertThat(card.problem()).isEmpty();
    }

    @Test
    void showsTheMeanSinceTheReadingBeforeWhereNoSensorGivesPower() {
        awaitPower();
        // A sampler put aside between the counter and its stamp errs by that time, which the length of the run outgrows.
        DrivenSource.await(() -> Math.abs(meanWatts() - TestCard.WATTS) < TestCard.WATTS / 5);
        DeviceReading card = awaitPower();
        assertThat(card.energy().map(EnergyTotal::provenance)).contains(Provenance.MEASURED);
        assertThat(card.power().map(DevicePower::source).orElseThrow())
                .matches("mean over the last .* s, from card counter");
        assertThat(card.power().map(DevicePower::watts).orElseThrow()).isPositive();
    }

    @Test
    void looksBackFurtherWhereReadingsAreOlder() {
        Sensor counter = TestCard.SENSORS.getFirst().withResolutionNanos(TimeUnit.MILLISECONDS.toNanos(300));
        DrivenSource elsewhere = new DrivenSource(List.of(counter), List.of(),
                sink -> sink.counter(0, Math.round(System.nanoTime() / 1e6 * TestCard.WATTS)));
        try (TelemetrySession other = elsewhere.open(); Watch _ = other.watch()) {
            DeviceReader reading = new DeviceReader(other);
            DrivenSource.await(() -> reading.read().getFirst().power().filter(power -> power.watts() > 0).isPresent());
        }
    }

    @Test
    void prefersThePowerSensor() {
        List<Sensor> sensors = List.of(TestCard.SENSORS.getFirst(),
                Sensor.of(TestCard.ID, Scope.GPU, Quantity.POWER_WATTS, "card power"));
        DrivenSource both = new DrivenSource(sensors, List.of(), sink -> {
            sink.counter(0, System.nanoTime() / 1_000_000);
            sink.gauge(1, 240);
        });
        try (TelemetrySession other = both.open()) {
            DeviceReader reading = new DeviceReader(other);
            DrivenSource.await(() -> reading.read().getFirst().power().isPresent());
            DeviceReading card = reading.read().getFirst();
            assertThat(card.power()).contains(new DevicePower(240, "card power"));
            assertThat(card.title()).isEqualTo(TestCard.ID);
        }
    }

    @Test
    void saysWhyADeviceIsLostAndShowsNothingOld() {
        awaitPower();
        source.reading = TestCard::lose;
        DrivenSource.await(() -> reader.read().getFirst().problem().isPresent());
        DeviceReading card = reader.read().getFirst();
        assertThat(card.problem()).contains("the card fell off its bus");
        assertShowsNothing(card);
        DeviceTotal total = reader.totals().getFirst();
        assertThat(total.energy().map(EnergyTotal::joules).orElseThrow()).isPositive();
        assertThat(total.latest().problem()).contains("the card fell off its bus");
    }

    @Test
    void showsNothingOldOfADriverThatHangs() {
        awaitPower();
        CountDownLatch answer = new CountDownLatch(1);
        source.reading = sink -> await(answer);
        // At first it is only known that nothing new comes: the last reading is older than the one that hangs.
        DrivenSource.await(() -> reader.read().getFirst().problem()
                .filter(why -> why.contains("it has not answered since")).isPresent());
        assertShowsNothing(reader.read().getFirst());
        source.reading = TestCard::read;
        answer.countDown();
        DrivenSource.await(() -> reader.read().getFirst().energy().isPresent());
    }

    private static void await(CountDownLatch answer) {
        try {
            answer.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void countsASensorThatSaysNothingNewAsSilent() {
        awaitPower();
        SensorFreshness now = SensorFreshness.of(session);
        assertThat(reader.read(now).getFirst().problem()).isEmpty();
        DeviceReading card = reader.read(later(now, 2)).getFirst();
        assertThat(card.problem().orElseThrow()).startsWith("no answer for 2 s: it gives no new readings");
        assertShowsNothing(card);
        assertThat(reader.read(later(now, 12)).getFirst().problem().orElseThrow()).startsWith("no answer for 12 s: ");
    }

    private static SensorFreshness later(SensorFreshness now, long seconds) {
        return new SensorFreshness(now.nanos() + TimeUnit.SECONDS.toNanos(seconds) + TimeUnit.MILLISECONDS.toNanos(500),
                now.longestNanos());
    }

    @Test
    void waitsLongerForASensorWhoseReadingsMayBeOld() {
        List<Sensor> sensors = List.of(
                Sensor.of("far", Scope.GPU, Quantity.POWER_WATTS, "exporter").withResolutionNanos(30_000_000_000L));
        try (TelemetrySession other = new DrivenSource(sensors, List.of(), sink -> sink.gauge(0, 240)).open()) {
            DeviceReader far = new DeviceReader(other);
            DrivenSource.await(() -> far.read().getFirst().power().isPresent());
            SensorFreshness now = SensorFreshness.of(other);
            assertThat(far.read(later(now, 31)).getFirst().power()).isPresent();
            assertThat(far.read(later(now, 33)).getFirst().power()).isEmpty();
        }
    }

    private static void assertShowsNothing(DeviceReading card) {
        assertThat(card.energy()).isEmpty();
        assertThat(card.power()).isEmpty();
        assertThat(card.values()).isEmpty();
        assertThat(card.memoryValues()).isEmpty();
    }

    @Test
    void saysWhyACounterThatStandsGivesNoJoules() {
        source.reading = sink -> {
            TestCard.read(sink);
            sink.counter(0, 4242);
        };
        try (TelemetrySession other = source.open(); Watch _ = other.watch()) {
            DeviceReader still = new DeviceReader(other);
            DrivenSource.await(() -> still.read().getFirst().problem()
                    .filter("card counter: the counter does not move (a virtual machine may hide it)"::equals)
                    .isPresent());
            DeviceReading card = still.read().getFirst();
            assertThat(card.energy()).isEmpty();
            assertThat(card.value(Quantity.TEMPERATURE_CELSIUS)).hasValue(55);
            assertThat(still.totals().getFirst().energy()).isEmpty();
        }
    }

    @Test
    void keepsTheExtremesOfAllThatIsReadBetweenTwoLooks() {
        List<Sensor> sensors = List.of(Sensor.of(TestCard.ID, Scope.GPU, Quantity.POWER_WATTS, "card power"));
        AtomicLong ticks = new AtomicLong();
        DrivenSource bursts = new DrivenSource(sensors, List.of(), sink -> {
            long tick = ticks.incrementAndGet();
            sink.gauge(0, tick == 20 ? 700 : tick == 40 ? 30 : 240);
        });
        try (TelemetrySession other = bursts.open(); Watch _ = other.watch()) {
            DeviceReader card = new DeviceReader(other);
            card.read();
            DrivenSource.await(() -> ticks.get() > 50);
            assertThat(card.read().getFirst().power().map(DevicePower::watts)).contains(240.0);
            DeviceTotal total = card.totals().getFirst();
            assertThat(total.leastWatts()).hasValue(30);
            assertThat(total.mostWatts()).hasValue(700);
        }
    }

    @Test
    void takesTheExtremesFromTheStepsOfACounterWithoutAPowerSensor() {
        awaitPower();
        DrivenSource.await(() -> reader.totals().getFirst().mostWatts().isPresent());
        DeviceTotal total = reader.totals().getFirst();
        assertThat(total.mostWatts().orElseThrow()).isGreaterThanOrEqualTo(total.leastWatts().orElseThrow());
        assertThat(total.leastWatts().orElseThrow()).isPositive().isLessThanOrEqualTo(TestCard.WATTS * 1.5);
    }

    @Test
    void givesAWiderScopeOfTheSameDeviceANameOfItsOwn() {
        List<Sensor> sensors = List.of(
                Sensor.energyCounter(TestCard.ID, Scope.MODULE, "module counter", 1e-3, OptionalLong.empty()),
                Sensor.of(TestCard.ID, Scope.GPU, Quantity.TEMPERATURE_CELSIUS, "card temperature"));
        DrivenSource module = new DrivenSource(sensors, List.of(TestCard.INFO), sink -> {
            sink.counter(0, System.nanoTime() / 1_000_000);
            sink.gauge(1, 55);
        });
        try (TelemetrySession other = module.open()) {
            assertThat(new DeviceReader(other).read()).extracting(DeviceReading::device, DeviceReading::title)
                    .containsExactly(tuple(TestCard.ID + "/module", "Test \"card\" module #3"),
                            tuple(TestCard.ID, "Test \"card\" #3"));
        }
    }

    @Test
    void showsTheFlagsOfTheJoules() {
        awaitPower();
        AtomicLong restarted = new AtomicLong();
        source.reading = sink -> {
            TestCard.read(sink);
            sink.counter(0, restarted.addAndGet(50));
        };
        DrivenSource.await(() -> reader.read().getFirst().flags().contains(EnergyFlag.RESET));
        DeviceReading card = reader.read().getFirst();
        assertThat(card.flags()).contains(EnergyFlag.RESET, EnergyFlag.THROTTLED);
        assertThat(DeviceJson.of(card, 42, Instant.EPOCH).json()).contains("\"flags\":[\"RESET\"", "\"THROTTLED\"");
    }

    @Test
    void writesOneObjectWithTheSameKeysForEveryDevice() {
        Instant time = Instant.parse("2026-11-20T12:00:00.123456Z");
        TreeReader card = TreeReader.ofJson("line", DeviceJson.of(awaitPower(), 42, time).json());
        assertThat(card.whole("t_ns")).isEqualTo(42);
        assertThat(card.text("time")).isEqualTo("2026-11-20T12:00:00.123Z");
        assertThat(card.text("device")).isEqualTo(TestCard.ID);
        assertThat(card.whole("index")).isEqualTo(3);
        assertThat(card.text("scope")).isEqualTo("gpu");
        assertThat(card.text("energy_provenance")).isEqualTo("MEASURED");
        assertThat(card.whole("memory_used_bytes")).isEqualTo(TestCard.USED_BYTES);
        assertThat(card.whole("memory_total_bytes")).isEqualTo(TestCard.TOTAL_BYTES);
        assertThat(card.real("memory_temperature_celsius")).isEqualTo(71);
        assertThat(card.real("memory_utilization_percent")).isEqualTo(42);
        assertThat(card.whole("processes")).isEqualTo(2);
        DeviceReading bare = new DeviceReading("x", Scope.RAIL, Optional.empty(), Optional.empty(),
                Optional.empty(), Map.of(), Map.of(), OptionalDouble.empty(),
                Optional.empty());
        String line = DeviceJson.of(bare, 42, time).json();
        assertThat(line).doesNotContain("\n").contains("\"energy_joules\":null", "\"power_watts\":null",
                "\"throttle_reasons\":null", "\"index\":null", "\"flags\":[]", "\"problem\":null");
        assertThat(DeviceJson.of(bare, 42, time).build().keySet())
                .isEqualTo(DeviceJson.of(awaitPower(), 42, time).build().keySet());
    }

    private double meanWatts() {
        return reader.read().getFirst().energy().map(EnergyTotal::meanWatts).orElseThrow();
    }

    private DeviceReading awaitPower() {
        DeviceReading[] card = new DeviceReading[1];
        DrivenSource.await(() -> {
            card[0] = reader.read().getFirst();
            return card[0].power().isPresent();
        });
        return card[0];
    }
}
