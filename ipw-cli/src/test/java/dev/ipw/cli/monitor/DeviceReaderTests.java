package dev.ipw.cli.monitor;

import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.ThrottleReason;
import dev.ipw.telemetry.Watch;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
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
        assertThat(card.memoryTemperature()).hasValue(71);
        assertThat(card.value(Quantity.CLOCK_MEGAHERTZ)).hasValue(1980);
        assertThat(card.throttleReasons()).hasValueSatisfying(
                reasons -> assertThat(reasons).containsExactly(ThrottleReason.POWER_CAP, ThrottleReason.THERMAL));
        assertThat(card.lost()).isEmpty();
    }

    @Test
    void showsTheMeanSinceTheReadingBeforeWhereNoSensorGivesPower() {
        DeviceReading card = awaitPower();
        assertThat(card.energy().map(EnergyTotal::provenance)).contains(Provenance.MEASURED);
        assertThat(card.energy().map(EnergyTotal::meanWatts).orElseThrow()).isCloseTo(TestCard.WATTS,
                Percentage.withPercentage(20));
        assertThat(card.power().map(DevicePower::source)).contains("mean over the last interval, from card counter");
        assertThat(card.power().map(DevicePower::watts).orElseThrow()).isPositive();
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
            DeviceReading card = new DeviceReader(other).read().getFirst();
            assertThat(card.power()).contains(new DevicePower(240, "card power"));
            assertThat(card.title()).isEqualTo(TestCard.ID);
        }
    }

    @Test
    void saysWhyADeviceIsLostAndShowsNothingOld() {
        awaitPower();
        source.reading = TestCard::lose;
        DrivenSource.await(() -> reader.read().getFirst().lost().isPresent());
        DeviceReading card = reader.read().getFirst();
        assertThat(card.lost()).contains("the card fell off its bus");
        assertThat(card.power()).isEmpty();
        assertThat(card.value(Quantity.TEMPERATURE_CELSIUS)).isEmpty();
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
        assertThat(card.whole("processes")).isEqualTo(2);
        DeviceReading bare = new DeviceReading("x", Scope.RAIL, Optional.empty(), Optional.empty(),
                Optional.empty(), Map.of(), OptionalDouble.empty(), OptionalDouble.empty(),
                Optional.empty());
        String line = DeviceJson.of(bare, 42, time).json();
        assertThat(line).doesNotContain("\n").contains("\"energy_joules\":null", "\"power_watts\":null",
                "\"throttle_reasons\":null", "\"index\":null", "\"lost\":null");
        assertThat(DeviceJson.of(bare, 42, time).build().keySet())
                .isEqualTo(DeviceJson.of(awaitPower(), 42, time).build().keySet());
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
