package dev.ipw.telemetry.hardware.emi;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.SensorState;
import dev.ipw.telemetry.OpeningTime;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.Awaited;
import dev.ipw.telemetry.hardware.HardwareSourceContract;
import dev.ipw.testing.Draws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

/** Read made-up energy meters; no machine with Windows was at hand. */
@Tag("real-time")
class EmiProviderTests {
    private static final TelemetryEnvironment HERE = TelemetryEnvironment.of(Map.of());
    private static final String[] INTEL = {"RAPL_Package0_PKG", "RAPL_Package0_PP0", "RAPL_Package0_PP1",
            "RAPL_Package0_DRAM"};

    private static final int ROUNDS = Draws.of(2_000, 20_000);

    private final FakeMeters meters = new FakeMeters();

    private List<Sensor> sensors() {
        List<TelemetrySource> sources = meters.provider().open(HERE);
        sources.forEach(TelemetrySource::close);
        return sources.stream().flatMap(source -> source.sensors().stream()).toList();
    }

    private SensorStatus status() {
        return meters.provider().probe(HERE).getFirst();
    }

    @Test
    void namesPackagesMemoryAndCoresAsOtherCollectorsDo() {
        meters.add(2, FakeMeters.second(INTEL), 1, 2, 3, 4);

        assertThat(sensors()).extracting(Sensor::device).containsExactly("package-0", "package-0-core",
                "package-0-uncore", "package-0-dram");
        assertThat(sensors()).extracting(Sensor::scope).containsExactly(Scope.PACKAGE, Scope.CORE, Scope.UNCORE,
                Scope.DRAM);
        assertThat(sensors()).allMatch(sensor -> sensor.joulesPerUnit().orElseThrow() == 3.6e-9)
                .allMatch(sensor -> sensor.counterRange().isEmpty());
        assertThat(meters.provider().probe(HERE)).hasSize(4).allMatch(SensorStatus::available)
                .allMatch(status -> status.detail().contains("untried on hardware"));
    }

    @Test
    void readsTheOneChannelOfTheFirstVersionAndEveryPackage() {
        meters.add(1, FakeMeters.first(0, "RAPL_Package1_PKG"), 9);
        meters.add(2, FakeMeters.second("RAPL_Package0_PKG"), 9);
        meters.add(2, FakeMeters.second("RAPL_Package0_PKG"), 9);

        assertThat(sensors()).extracting(Sensor::device).containsExactly("package-1", "package-0");
    }

    @Test
    void countsPicowattHoursAsJoules() {
        FakeMeters.Meter meter = meters.add(2, FakeMeters.second("Other", "RAPL_Package0_PKG"), 7, 1L << 40);
        try (TelemetrySession session = OpeningTime.sessions(OpeningTime.PATIENT).provider(meters.provider())
                .collectors("emi").open()) {
            Awaited.tick(session);
            meter.add(0, 1_000_000_000_000L);
            meter.add(1, 5_000_000_000L);
            Awaited.tick(session);
            EnergySeries series = session.deviceSeries().getFirst();
            EnergyReading reading = series.window(series.firstNanos().orElseThrow(),
                    series.lastNanos().orElseThrow());

            assertThat(reading.joules()).hasValueCloseTo(18.0, within(1e-9));
            assertThat(reading.provenance()).isEqualTo(Provenance.MEASURED);
            assertThat(reading.flags()).doesNotContain(EnergyFlag.WRAP);
        }
    }

    @Test
    void leavesOutUnitsAndChannelsThatItDoesNotKnow() {
        FakeMeters.Meter meter = meters.add(2, FakeMeters.second(1, "RAPL_Package0_PKG"), 5);

        assertThat(sensors()).isEmpty();
        assertThat(status().detail()).contains("RAPL_Package0_PKG (unit 1)");
        assertThat(meter.isOpen()).isFalse();
    }

    @Test
    void losesItsSensorsWhenTheDeviceVanishes() {
        FakeMeters.Meter meter = meters.add(2, FakeMeters.second(INTEL), 1, 2, 3, 4);
        try (TelemetrySource source = meters.provider().open(HERE).getFirst()) {
            RecordingSink kept = new RecordingSink();
            source.sample(kept);
            meter.vanish(433);
            source.sample(kept);
            meter.vanish(0);
            meter.tear(1);
            source.sample(kept);

            assertThat(kept.counts).containsExactly(1L, 2L, 3L, 4L);
            assertThat(kept.lost).hasSize(8).allMatch(reason -> reason.contains("its energy meter no longer measures"));
        }
        assertThat(meter.isOpen()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5  | denies access           | administrator
            32 | (Windows error 32)      | close the program
            2  | (Windows error 2)       | device manager
            """)
    void saysWhyAMeterCannotBeOpenedAndWhatToDo(int error, String detail, String nextStep) {
        meters.add(2, FakeMeters.second(INTEL), 1, 2, 3, 4).denied(error);

        assertThat(status().state()).isEqualTo(SensorState.UNREADABLE);
        assertThat(status().detail()).contains(detail);
        assertThat(status().nextStep().orElseThrow()).contains(nextStep);
        assertThat(meters.provider().open(HERE)).isEmpty();
    }

    @Test
    void saysThatThereIsNoMeter() {
        assertThat(status().state()).isEqualTo(SensorState.ABSENT);
        assertThat(status().detail()).contains("Windows offers no energy meter");
        EmiProvider unbound = new EmiProvider(true, () -> new WindowsMeters.Bound(Optional.empty(), "no library"));
        assertThat(unbound.probe(HERE).getFirst().detail()).contains("no library");
    }

    @Test
    void isForWindowsOnly() {
        EmiProvider elsewhere = new EmiProvider(false, () -> {
            throw new AssertionError("Windows' functions were looked for elsewhere");
        });

        assertThat(elsewhere.automatic()).isFalse();
        assertThat(elsewhere.open(HERE)).isEmpty();
        assertThat(elsewhere.probe(HERE).getFirst().detail()).contains("it exists on Windows only, and this is ");
        assertThat(meters.provider().automatic()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0, 1 to 65536", "65537, 65537 bytes", "4294967295, 4294967295 bytes"})
    void refusesMetadataOfASizeThatNoMeterHas(long size, String detail) {
        FakeMeters.Meter meter = meters.add(2, FakeMeters.second(INTEL), 1, 2, 3, 4).claiming(size);

        assertThat(status().detail()).contains("cannot be read", detail);
        assertThat(meter.isOpen()).isFalse();
    }

    @Test
    void refusesAVersionThatIsNotKnown() {
        meters.add(3, FakeMeters.second(INTEL), 1, 2, 3, 4);

        assertThat(status().detail()).contains("speaks version 3");
    }

    @Test
    void refusesMetadataThatEndTooSoonWhereverTheyAreTorn() {
        byte[] whole = FakeMeters.second(INTEL);
        for (int length = 0; length < whole.length; length++) {
            byte[] torn = Arrays.copyOf(whole, length);
            assertThatExceptionOfType(MeterMetadata.MalformedMetadata.class)
                    .isThrownBy(() -> MeterMetadata.channels(MeterMetadata.SECOND, torn));
        }
        byte[] odd = whole.clone();
        odd[68 + 4]++;
        assertThatExceptionOfType(MeterMetadata.MalformedMetadata.class)
                .isThrownBy(() -> MeterMetadata.channels(MeterMetadata.SECOND, odd))
                .withMessageContaining("no number of characters");
    }

    /** Whatever the bytes are, they are either channels or malformed, and never a reading beyond their end. */
    @Test
    @Tag("fuzz")
    void standsAnyBytes() {
        SplittableRandom random = new SplittableRandom(3);
        int understood = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = FakeMeters.second(INTEL);
            for (int change = random.nextInt(1, 8); change > 0; change--) {
                bytes[random.nextInt(60, bytes.length)] = (byte) random.nextInt();
            }
            try {
                understood += MeterMetadata.channels(random.nextInt(1, 3), bytes).size() > 0 ? 1 : 0;
            } catch (MeterMetadata.MalformedMetadata refused) {
                assertThat(refused.getMessage()).isNotBlank();
            }
        }
        assertThat(understood).isPositive();
    }

    @Nested
    class Promises extends HardwareSourceContract {
        @Override
        protected TelemetrySource source() throws Exception {
            FakeMeters own = new FakeMeters();
            own.add(2, FakeMeters.second(INTEL), 1, 2, 3, 4);
            return own.provider().open(HERE).getFirst();
        }
    }

    private static final class RecordingSink implements SampleSink {
        private final List<Long> counts = new ArrayList<>();
        private final List<String> lost = new ArrayList<>();

        @Override
        public void counter(int sensor, long count) {
            counts.add(count);
        }

        @Override
        public void gauge(int sensor, double value) {}

        @Override
        public void lost(int sensor, String reason) {
            lost.add(reason);
        }
    }
}
