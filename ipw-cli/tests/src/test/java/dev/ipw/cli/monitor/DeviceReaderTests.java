package dev.ipw.cli.monitor;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.ThrottleReason;
import dev.ipw.energy.internal.PowerIntervals;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.Watch;
import dev.ipw.testing.DrivenSource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.data.Percentage.withPercentage;

@Tag("real-time")
class DeviceReaderTests {
    private final DrivenSource source = TestCard.source();
    private final TelemetrySession session = TestCard.open(source);
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
        DeviceReading card = awaitPower();
        assertThat(card.energy().map(EnergyTotal::meanWatts).orElseThrow()).isCloseTo(TestCard.WATTS,
                withPercentage(1));
        assertThat(card.energy().map(EnergyTotal::provenance)).contains(Provenance.MEASURED);
        assertThat(card.power().map(DevicePower::source).orElseThrow())
                .matches("mean over the last .* s, from card counter");
        // A latest interval of few readings is known to this only; it grows to a second.
        assertThat(card.power().map(DevicePower::watts).orElseThrow()).isCloseTo(TestCard.WATTS,
                withPercentage(PowerIntervals.TOLERANCE_PERCENT));
    }

    @Test
    void looksBackFurtherWhereReadingsAreOlder() {
        Sensor counter = TestCard.SENSORS.getFirst().withResolutionNanos(TimeUnit.MILLISECONDS.toNanos(300));
        DrivenSource elsewhere = TestCard.source(List.of(counter),
                sink -> sink.counter(0, Math.round(System.nanoTime() / 1e6 * TestCard.WATTS)));
        try (TelemetrySession other = TestCard.open(elsewhere); Watch _ = other.watch()) {
            DeviceReading card = awaitReading(new DeviceReader(other),
                    read -> read.power().filter(power -> power.watts() > 0).isPresent());
            assertThat(card.problem()).isEmpty();
        }
    }

    @Test
    void prefersThePowerSensor() {
        List<Sensor> sensors = List.of(TestCard.SENSORS.getFirst(),
                Sensor.of(TestCard.ID, Scope.GPU, Quantity.POWER_WATTS, "card power"));
        DrivenSource both = TestCard.source(sensors, sink -> {
            sink.counter(0, System.nanoTime() / 1_000_000);
            sink.gauge(1, 240);
        });
        try (TelemetrySession other = TestCard.open(both)) {
            DeviceReading card = awaitReading(new DeviceReader(other), read -> read.power().isPresent());
            assertThat(card.power()).contains(new DevicePower(240, "card power"));
            assertThat(card.title()).isEqualTo(TestCard.ID);
        }
    }

    @Test
    void saysWhyADeviceIsLostAndShowsNothingOld() {
        awaitPower();
        source.read(TestCard::lose);
        DeviceReading card = awaitReading(reader, read -> read.problem().isPresent());
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
        source.readOnce(sink -> await(answer));
        // At first it is only known that nothing new comes: the last reading is older than the one that hangs.
        assertShowsNothing(awaitReading(reader,
                read -> read.problem().filter(why -> why.contains("it has not answered since")).isPresent()));
        answer.countDown();
        source.read(TestCard::read);
        awaitReading(reader, read -> read.energy().isPresent());
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
        source.read(TestCard::beSilent);
        SensorFreshness last = lastReading(session);
        assertThat(reader.read(last).getFirst().problem()).isEmpty();

        DeviceReading card = reader.read(later(last, 2)).getFirst();
        assertThat(card.problem().orElseThrow()).startsWith("no answer for 2 s: it gives no new readings");
        assertShowsNothing(card);
        assertThat(reader.read(later(last, 12)).getFirst().problem().orElseThrow()).startsWith("no answer for 12 s: ");
    }

    /** Look at a session at the moment of the last reading of its only source, which has fallen silent. */
    private static SensorFreshness lastReading(TelemetrySession session) {
        return new SensorFreshness(session.latest().getFirst().nanos().orElseThrow(),
                SensorFreshness.of(session).longestNanos());
    }

    private static SensorFreshness later(SensorFreshness now, long seconds) {
        return new SensorFreshness(now.nanos() + TimeUnit.SECONDS.toNanos(seconds) + TimeUnit.MILLISECONDS.toNanos(500),
                now.longestNanos());
    }

    @Test
    void waitsLongerForASensorWhoseReadingsMayBeOld() {
        List<Sensor> sensors = List.of(
                Sensor.of("far", Scope.GPU, Quantity.POWER_WATTS, "exporter").withResolutionNanos(30_000_000_000L));
        DrivenSource exporter = TestCard.source(sensors, sink -> sink.gauge(0, 240));
        try (TelemetrySession other = TestCard.open(exporter)) {
            DeviceReader far = new DeviceReader(other);
            awaitReading(far, read -> read.power().isPresent());
            exporter.read(TestCard::beSilent);
            SensorFreshness last = lastReading(other);
            assertThat(far.read(later(last, 31)).getFirst().power()).isPresent();
            assertThat(far.read(later(last, 33)).getFirst().power()).isEmpty();
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
        source.read(sink -> {
            TestCard.read(sink);
            sink.counter(0, 4242);
        });
        try (TelemetrySession other = TestCard.open(source); Watch _ = other.watch()) {
            DeviceReader still = new DeviceReader(other);
            DeviceReading card = awaitReading(still, read -> read.problem()
                    .filter("card counter: the counter does not move (a virtual machine may hide it)"::equals)
                    .isPresent());
            assertThat(card.energy()).isEmpty();
            assertThat(card.value(Quantity.TEMPERATURE_CELSIUS)).hasValue(55);
            assertThat(still.totals().getFirst().energy()).isEmpty();
        }
    }

    @Test
    void keepsTheExtremesOfAllThatIsReadBetweenTwoLooks() {
        List<Sensor> sensors = List.of(Sensor.of(TestCard.ID, Scope.GPU, Quantity.POWER_WATTS, "card power"));
        AtomicLong ticks = new AtomicLong();
        DrivenSource bursts = TestCard.source(sensors, sink -> sink.gauge(0, 240));
        try (TelemetrySession other = TestCard.open(bursts); Watch _ = other.watch()) {
            DeviceReader card = new DeviceReader(other);
            card.read();
            bursts.read(sink -> {
                long tick = ticks.incrementAndGet();
                sink.gauge(0, tick == 20 ? 700 : tick == 40 ? 30 : 240);
            });
            Waiting.until(() -> ticks.get() > 50);
            assertThat(awaitReading(card, read -> read.power().isPresent()).power().map(DevicePower::watts))
                    .contains(240.0);
            DeviceTotal total = card.totals().getFirst();
            assertThat(total.leastWatts()).hasValue(30);
            assertThat(total.mostWatts()).hasValue(700);
        }
    }

    @Test
    void takesTheExtremesFromTheStepsOfACounterWithoutAPowerSensor() {
        awaitPower();
        Waiting.until(() -> reader.totals().getFirst().mostWatts().isPresent());
        DeviceTotal total = reader.totals().getFirst();
        assertThat(total.mostWatts().orElseThrow()).isGreaterThanOrEqualTo(total.leastWatts().orElseThrow());
        assertThat(total.leastWatts().orElseThrow()).isPositive().isLessThanOrEqualTo(TestCard.WATTS * 1.5);
    }

    @Test
    void givesAWiderScopeOfTheSameDeviceANameOfItsOwn() {
        List<Sensor> sensors = List.of(
                Sensor.energyCounter(TestCard.ID, Scope.MODULE, "module counter", 1e-3, OptionalLong.empty()),
                Sensor.of(TestCard.ID, Scope.GPU, Quantity.TEMPERATURE_CELSIUS, "card temperature"));
        DrivenSource module = TestCard.source(sensors, sink -> {
            sink.counter(0, System.nanoTime() / 1_000_000);
            sink.gauge(1, 55);
        }).describing(TestCard.INFO);
        try (TelemetrySession other = TestCard.open(module)) {
            assertThat(new DeviceReader(other).read()).extracting(DeviceReading::device, DeviceReading::title)
                    .containsExactly(tuple(TestCard.ID + "/module", "Test \"card\" module #3"),
                            tuple(TestCard.ID, "Test \"card\" #3"));
        }
    }

    @Test
    void showsTheFlagsOfTheJoules() {
        awaitPower();
        AtomicLong restarted = new AtomicLong();
        source.read(sink -> {
            TestCard.read(sink);
            sink.counter(0, restarted.addAndGet(50));
        });
        DeviceReading card = awaitReading(reader, read -> read.flags().contains(EnergyFlag.RESET));
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

    private DeviceReading awaitPower() {
        return awaitReading(reader, read -> read.power().isPresent());
    }

    /** Read until the only device shows something. */
    private static DeviceReading awaitReading(DeviceReader from, Predicate<DeviceReading> shows) {
        DeviceReading[] seen = new DeviceReading[1];
        Waiting.until(() -> {
            seen[0] = from.read().getFirst();
            return shows.test(seen[0]);
        });
        return seen[0];
    }
}
