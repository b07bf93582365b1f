package dev.ipw.telemetry.hardware.msr;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.Scope;
import dev.ipw.telemetry.OpeningTime;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.Awaited;
import dev.ipw.telemetry.hardware.FabricatedMachine;
import dev.ipw.telemetry.hardware.HardwareSourceContract;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class MsrProviderTests {
    // Bits 12 to 8 hold 14: a count is 2^-14 J. The others hold units of power and time.
    private static final long UNITS = 0xA0E03;
    private static final int SAPPHIRE_RAPIDS = 0x8F;
    private static final int ICE_LAKE_SERVER = 0x6A;

    private final MsrProvider provider = new MsrProvider();
    @TempDir
    private Path directory;
    private FabricatedMachine machine;

    @BeforeEach
    void layOut() throws IOException {
        machine = new FabricatedMachine(directory);
    }

    private void processors(String online) throws IOException {
        FabricatedMachine.write(machine.sysfs().resolve("devices/system/cpu/online"), online + "\n");
    }

    /** Write registers, which lie so far apart that the file has holes. */
    private void registers(int processor, long... addressesAndValues) throws IOException {
        Path file = RegisterFile.path(machine.devfs(), processor);
        Files.createDirectories(file.getParent());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
            for (int i = 0; i < addressesAndValues.length; i += 2) {
                ByteBuffer value = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(0, addressesAndValues[i + 1]);
                channel.write(value, addressesAndValues[i]);
            }
        }
    }

    private void intel(int model) throws IOException {
        machine.processor("GenuineIntel", 6, model);
        machine.logicalProcessor(0, 0, 0);
        machine.logicalProcessor(1, 0, 0);
        processors("0-1");
        registers(0, 0x606, UNITS, 0x611, 100, 0x619, 200, 0x639, 300, 0x64D, 7);
    }

    private List<Sensor> sensors() {
        List<TelemetrySource> sources = provider.open(machine.environment());
        sources.forEach(TelemetrySource::close);
        return sources.stream().flatMap(source -> source.sensors().stream()).toList();
    }

    @Test
    void readsTheRegistersThatCountOnOneProcessorOfThePackage() throws IOException {
        intel(SAPPHIRE_RAPIDS);

        assertThat(sensors()).extracting(Sensor::device).containsExactly("package-0", "package-0-dram",
                "package-0-core", "psys");
        assertThat(sensors()).extracting(Sensor::scope).containsExactly(Scope.PACKAGE, Scope.DRAM, Scope.CORE,
                Scope.PSYS);
        assertThat(sensors()).allMatch(sensor -> sensor.counterRange().orElseThrow() == 1L << 32);
        assertThat(sensors()).extracting(sensor -> sensor.joulesPerUnit().orElseThrow()).containsExactly(
                Math.pow(2, -14), Math.pow(2, -14), Math.pow(2, -14), 1.0);
        assertThat(sensors().getFirst().source()).isEqualTo("msr package-0");
    }

    @Test
    void knowsWhoseMemoryCountsInAUnitOfItsOwn() throws IOException {
        intel(ICE_LAKE_SERVER);

        assertThat(sensors()).extracting(sensor -> sensor.joulesPerUnit().orElseThrow()).containsExactly(
                Math.pow(2, -14), Math.pow(2, -16), Math.pow(2, -14), Math.pow(2, -14));
    }

    @Test
    void readsAmdsPackagesWhateverTheirDiesAndSaysThatTheyAreModelled() throws IOException {
        machine.processor("AuthenticAMD", 0x19, 1);
        machine.logicalProcessor(0, 0, 0);
        machine.logicalProcessor(1, 0, 1);
        machine.logicalProcessor(2, 1, 0);
        processors("0-2");
        // The two registers lie two bytes apart in the file: the units end where the count begins.
        registers(0, 0xC0010299L, 0x1003, 0xC001029BL, 4_000);
        registers(2, 0xC0010299L, 0x1003, 0xC001029BL, 5_000);

        assertThat(sensors()).extracting(Sensor::source).containsExactly("msr package-0 (model-based)",
                "msr package-1 (model-based)");
        assertThat(sensors()).allMatch(sensor -> sensor.joulesPerUnit().orElseThrow() == Math.pow(2, -16));
    }

    @Test
    void countsAcrossTheEndOfTheRegister() throws IOException {
        intel(SAPPHIRE_RAPIDS);
        // The upper half of the register holds something else.
        registers(0, 0x611, 0x12345678_FFFFFF00L);
        try (TelemetrySession session = OpeningTime.sessions(OpeningTime.PATIENT).provider(provider)
                .collectors("msr").environment(machine.environment()).open()) {
            Awaited.tick(session);
            registers(0, 0x611, 0x87654321_00004000L - 0x100L);
            Awaited.tick(session);
            EnergySeries series = session.deviceSeries().getFirst();
            EnergyReading reading = series.window(series.firstNanos().orElseThrow(),
                    series.lastNanos().orElseThrow());

            assertThat(reading.joules()).hasValueCloseTo(1.0, within(1e-9));
            assertThat(reading.flags()).contains(EnergyFlag.WRAP);
        }
    }

    @Test
    void isOnlyUsedWhenAskedForAndSaysThatItIsTheLastChoice() throws IOException {
        intel(SAPPHIRE_RAPIDS);

        assertThat(provider.automatic()).isFalse();
        assertThat(provider.description()).contains("last choice");
        assertThat(provider.probe(machine.environment())).hasSize(4).allMatch(SensorStatus::available)
                .allMatch(status -> status.detail().contains("only if asked for"));
    }

    @Test
    void saysWhyThereIsNothingAndWhatToDo() throws IOException {
        machine.processor("ARM", 8, 1);
        assertThat(provider.probe(machine.environment()).getFirst().detail()).contains("not known here");
        machine.processor("GenuineIntel", 6, SAPPHIRE_RAPIDS);
        assertThat(provider.probe(machine.environment()).getFirst().detail()).contains("lists no processor");
        machine.logicalProcessor(0, 0, 0);
        processors("0");
        SensorStatus missing = provider.probe(machine.environment()).getFirst();
        assertThat(missing.detail()).contains("there is no", "cpu/0/msr");
        assertThat(missing.nextStep().orElseThrow()).contains("modprobe msr", "perf or powercap");
        registers(0, 0x10, 1);
        SensorStatus unreadable = provider.probe(machine.environment()).getFirst();
        assertThat(unreadable.detail()).contains("cannot be read", "CAP_SYS_RAWIO");
        registers(0, 0x606, UNITS, 0x700, 1);
        assertThat(provider.probe(machine.environment()).getFirst().detail()).contains("read zero");
        assertThat(provider.open(machine.environment())).isEmpty();
    }

    @Test
    void doesNotTakeOneSocketForTheMachine() throws IOException {
        intel(SAPPHIRE_RAPIDS);
        machine.logicalProcessor(2, 1, 0);
        processors("0-2");

        assertThat(provider.open(machine.environment())).isEmpty();
        assertThat(provider.probe(machine.environment())).extracting(SensorStatus::available).containsExactly(true,
                true, true, true, false);
    }

    @Nested
    class Promises extends HardwareSourceContract {
        @Override
        protected TelemetrySource source() throws Exception {
            machine = new FabricatedMachine(Files.createTempDirectory(directory, "machine"));
            intel(SAPPHIRE_RAPIDS);
            return provider.open(machine.environment()).getFirst();
        }
    }
}
