package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.energy.Scope;
import dev.ipw.energy.ThrottleReason;
import dev.ipw.plugin.Parameters;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.OpeningTime;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.HardwareSourceContract;
import dev.ipw.telemetry.hardware.nvml.GaugePlan.ThrottleCall;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("process")
class NvmlSourceTests {
    @TempDir
    private Path folder;

    /** Make a provider for which every call is quick, however long it takes, and which waits for all of them. */
    static NvmlProvider provider() {
        return new NvmlProvider(() -> 0, OpeningTime.PATIENT);
    }

    static List<TelemetrySource> open(FakeNvml fake) {
        return provider().open(fake.environment()
                .withParameters(Parameters.of("the collector nvml", Map.of("processes", "true"))));
    }

    private static TelemetrySource openOnly(FakeNvml fake, String id) {
        List<TelemetrySource> sources = open(fake);
        TelemetrySource wanted = sources.stream().filter(source -> source.id().equals(id)).findFirst().orElseThrow();
        sources.stream().filter(source -> !source.id().equals(id)).forEach(TelemetrySource::close);
        return wanted;
    }

    @Nested
    class Energy extends HardwareSourceContract {
        @Override
        protected TelemetrySource source() throws Exception {
            FakeNvml fake = FakeNvml.in(folder).control("devices 2");
            return openOnly(fake, "nvml");
        }
    }

    @Nested
    class Gauges extends HardwareSourceContract {
        @Override
        protected TelemetrySource source() throws Exception {
            FakeNvml fake = FakeNvml.in(folder).control("devices 2");
            return openOnly(fake, "nvml-gauges");
        }
    }

    @Nested
    class Processes extends HardwareSourceContract {
        @Override
        protected TelemetrySource source() throws Exception {
            FakeNvml fake = FakeNvml.in(folder).control("devices 2", "device 0 processes 100 3");
            return openOnly(fake, "nvml-processes");
        }
    }

    @Nested
    class OldDriver extends HardwareSourceContract {
        @Override
        protected TelemetrySource source() throws Exception {
            FakeNvml fake = FakeNvml.in(folder, "nvmlDeviceGetFieldValues").control("devices 2");
            return openOnly(fake, "nvml");
        }
    }

    @Test
    void initialisesOnceAndShutsDownWithTheLastSource() throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder).control("devices 2");
        List<TelemetrySource> sources = open(fake);
        assertThat(sources).extracting(TelemetrySource::id).containsExactly("nvml", "nvml-gauges", "nvml-processes");
        assertThat(fake.inits()).isEqualTo(1);

        sources.get(1).close();
        sources.get(1).close();
        sources.get(0).close();
        assertThat(fake.shutdowns()).isZero();
        sources.get(2).close();
        assertThat(fake.inits()).isEqualTo(1);
        assertThat(fake.shutdowns()).isEqualTo(1);
    }

    @Test
    void leavesProcessesAloneUnlessAsked() throws IOException, InterruptedException {
        List<TelemetrySource> sources = provider().open(FakeNvml.in(folder).environment());

        assertThat(sources).extracting(TelemetrySource::id).containsExactly("nvml", "nvml-gauges");
        sources.forEach(TelemetrySource::close);
    }

    @Test
    void readsEnergyPowerAndMemoryTemperatureOfEachGpuInItsOwnSeries() throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder).control("devices 2", "device 0 watts 250", "device 1 watts 80",
                "device 0 counter_mj 123456789012345", "device 1 memory_temperature 61", "device 0 step_ms 1000000000");
        try (TelemetrySource source = openOnly(fake, "nvml")) {
            ReadSink read = ReadSink.of(source);

            assertThat(source.period()).isEqualTo(Duration.ofMillis(20));
            assertThat(source.shortestPeriod()).isEqualTo(Duration.ofMillis(5));
            assertThat(source.sensors()).extracting(Sensor::quantity).containsExactly(Quantity.ENERGY_COUNTER,
                    Quantity.POWER_WATTS, Quantity.TEMPERATURE_CELSIUS, Quantity.ENERGY_COUNTER, Quantity.POWER_WATTS,
                    Quantity.TEMPERATURE_CELSIUS);
            assertThat(source.sensors()).extracting(Sensor::device).containsOnly(
                    "GPU-00001000-0000-4000-8000-000000000000", "GPU-00001001-0000-4000-8000-000000000001");
            assertThat(read.value(0)).hasValue(123456789012345.0);
            assertThat(read.value(1)).hasValue(250.0);
            assertThat(read.value(4)).hasValue(80.0);
            assertThat(read.value(5)).hasValue(61.0);
        }
    }

    @Test
    void readsACounterLessOftenWhereThatIsRequestedAndSaysSo() throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder).control("device 0 counter_takes_ms 4");
        NvmlProvider provider = new NvmlProvider(System::nanoTime, OpeningTime.PATIENT);
        TelemetryEnvironment seldom = fake.environment()
                .withParameters(Parameters.of("the collector nvml", Map.of("counter_period", "2s")));
        List<TelemetrySource> sources = provider.open(seldom);

        assertThat(sources.getFirst().shortestPeriod()).isEqualTo(sources.getFirst().period());
        assertThat(sources.getFirst().sensors()).filteredOn(sensor -> sensor.quantity() == Quantity.ENERGY_COUNTER)
                .singleElement().satisfies(sensor -> assertThat(sensor.readingNanos().orElseThrow())
                        .isEqualTo(Duration.ofSeconds(2).toNanos()));
        assertThat(provider.probe(seldom)).anySatisfy(line -> assertThat(line.detail())
                .containsPattern("energy counter each 2\\.0 s, divided by instant power between"));
        sources.forEach(TelemetrySource::close);
    }

    @ParameterizedTest
    @CsvSource({"field 186 * 3, 4, 2s", "device 0 watts 100, 4, 0s", "device 0 watts 100, 4, ''"})
    void readsACounterInEachTickIfNothingElseShowsItsPowerOrNothingElseIsRequested(String control, int takes,
            String period) throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder).control(control, "device 0 counter_takes_ms " + takes);
        List<TelemetrySource> sources = new NvmlProvider(System::nanoTime, OpeningTime.PATIENT)
                .open(fake.environment().withParameters(Parameters.of("the collector nvml",
                        period.isEmpty() ? Map.of() : Map.of("counter_period", period))));

        assertThat(sources.getFirst().sensors()).allMatch(sensor -> sensor.readingNanos().isEmpty());
        sources.forEach(TelemetrySource::close);
    }

    @Test
    void saysHowItsSensorsRead() throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder).control("device 0 limit_watts 350");
        try (TelemetrySource source = openOnly(fake, "nvml")) {
            Sensor energy = source.sensors().get(0);
            Sensor power = source.sensors().get(1);

            assertThat(energy.source()).isEqualTo("NVML energy counter, GPU-00001000");
            assertThat(energy.joulesPerUnit()).hasValue(1e-3);
            assertThat(energy.counterRange()).isEmpty();
            assertThat(energy.limitWatts()).hasValue(350);
            assertThat(power.source()).isEqualTo("NVML instant power, GPU-00001000");
            assertThat(power.averagingNanos()).hasValue(0);
            assertThat(power.limitWatts()).hasValue(350);
        }
    }

    @Test
    void describesItsDevices() throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder).control("devices 2", "device 1 pci 1 65 0", "device 1 name H100 NVL",
                "device 1 capability 9 0", "device 1 mig 1", "device 1 limit_watts 310");
        try (TelemetrySource source = openOnly(fake, "nvml-gauges")) {
            DeviceInfo info = source.devices().get(1);

            assertThat(info.device()).isEqualTo("GPU-00001001-0000-4000-8000-000000000001");
            assertThat(info.name()).isEqualTo("H100 NVL");
            assertThat(info.vendor()).hasValue("NVIDIA");
            assertThat(info.index()).hasValue(1);
            assertThat(info.details()).containsExactlyInAnyOrderEntriesOf(Map.of("pci_address", "0001:65:00.0",
                    "driver_version", "580.00.01", "nvml_version", "13.580.00.01", "cuda_driver_version", "13.0",
                    "architecture", "Hopper", "compute_capability", "9.0", "power_limit_watts", "310", "mig_mode",
                    "enabled"));
        }
    }

    @Test
    void readsGauges() throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder).control("device 0 utilization 97 41", "device 0 memory 1000 600",
                "device 0 temperature 66", "device 0 clocks 1980 2619", "device 0 reasons 1ff");
        try (TelemetrySource source = openOnly(fake, "nvml-gauges")) {
            ReadSink read = ReadSink.of(source);

            assertThat(read.value(Quantity.UTILIZATION_PERCENT, Scope.GPU)).hasValue(97.0);
            assertThat(read.value(Quantity.UTILIZATION_PERCENT, Scope.MEMORY)).hasValue(41.0);
            assertThat(read.value(Quantity.MEMORY_USED_BYTES, Scope.GPU)).hasValue(600.0);
            assertThat(read.value(Quantity.MEMORY_TOTAL_BYTES, Scope.GPU)).hasValue(1000.0);
            assertThat(read.value(Quantity.TEMPERATURE_CELSIUS, Scope.GPU)).hasValue(66.0);
            assertThat(read.value(Quantity.CLOCK_MEGAHERTZ, Scope.GPU)).hasValue(1980.0);
            assertThat(read.value(Quantity.CLOCK_MEGAHERTZ, Scope.MEMORY)).hasValue(2619.0);
            assertThat(ThrottleReason.of(read.value(Quantity.THROTTLE_REASONS, Scope.GPU).orElseThrow()))
                    .containsExactly(ThrottleReason.values());
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0", "4, 1", "8, 16", "10, 0", "20, 4", "40, 8", "80, 2", "100, 0", "a5, 7"})
    void countsOnlyBrakesAsThrottling(String bits, long masks) {
        assertThat(ThrottleCall.masks(Long.parseLong(bits, 16))).isEqualTo(masks);
    }

    @ParameterizedTest
    @CsvSource({"3, 0, 3", "0, 2, 2", "5, 4, 7", "64, 0, 64", "65, 0, 65", "500, 300, 650"})
    void countsAProcessOnceHoweverMany(int compute, int graphics, double expected)
            throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder).control("device 0 processes " + compute + " " + graphics);
        try (TelemetrySource source = openOnly(fake, "nvml-processes")) {
            assertThat(ReadSink.of(source).value(0)).hasValue(expected);
        }
    }

    @Test
    void countsProcessesInTheOlderForm() throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder, "nvmlDeviceGetComputeRunningProcesses_v3",
                "nvmlDeviceGetGraphicsRunningProcesses_v3").control("device 0 processes 5 4");
        try (TelemetrySource source = openOnly(fake, "nvml-processes")) {
            assertThat(ReadSink.of(source).value(0)).hasValue(7.0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void understandsEachTypeOfValue(int type) throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder).control("device 0 watts 45", "device 0 step_ms 1000000000",
                "device 0 counter_mj 65000", "type 83 " + type, "type 186 " + type);
        try (TelemetrySource source = openOnly(fake, "nvml")) {
            ReadSink read = ReadSink.of(source);

            assertThat(read.value(0)).hasValue(65000.0);
            assertThat(read.value(1)).hasValue(45.0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 99, -1})
    void reportsNothingForATypeItDoesNotKnow(int type) throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder);
        try (TelemetrySource source = openOnly(fake, "nvml")) {
            fake.control("type 83 " + type);
            ReadSink read = ReadSink.of(source);

            assertThat(read.value(0)).isEmpty();
            assertThat(read.value(1)).isPresent();
        }
    }

    @Test
    void readsAnOldDriverByItsFunctions() throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder, "nvmlDeviceGetFieldValues", "nvmlDeviceGetMemoryInfo_v2",
                "nvmlDeviceGetTemperatureV", "nvmlDeviceGetCurrentClocksEventReasons").control("device 0 watts 130");
        List<TelemetrySource> sources = open(fake);

        assertThat(sources.get(0).sensors()).extracting(Sensor::source).containsExactly(
                "NVML energy counter, GPU-00001000", "NVML power, 1 s average, GPU-00001000");
        ReadSink read = ReadSink.of(sources.get(0));
        assertThat(read.value(1)).hasValue(130.0);
        assertThat(ReadSink.of(sources.get(1)).values()).hasSize(8);
        assertThat(ReadSink.of(sources.get(1)).losses()).isEmpty();
        sources.forEach(TelemetrySource::close);
    }

    @ParameterizedTest
    @CsvSource({"7, 8, 0, 0, 'NVML power, of the instant, GPU-00001000'",
            "7, 8, 6, 1000000000, 'NVML power, 1 s average, GPU-00001000'",
            "8, 8, 9, 1000000000, 'NVML power, 1 s average, GPU-00001000'",
            "9, 9, 0, 1000000000, 'NVML power, 1 s average, GPU-00001000'",
            "6, 7, 5, 0, 'NVML power, of the instant, GPU-00001000'"})
    void namesTheTimeThatPlainPowerAveragesOver(int architecture, int major, int minor, long nanos, String source)
            throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder).control("device 0 architecture " + architecture,
                "device 0 capability " + major + " " + minor, "field 186 * 2", "field 185 * 2", "field 83 * 3",
                "field 191 * 3", "fail nvmlDeviceGetTotalEnergyConsumption 3");
        try (TelemetrySource opened = openOnly(fake, "nvml")) {
            Sensor power = opened.sensors().stream().filter(sensor -> sensor.quantity() == Quantity.POWER_WATTS)
                    .findFirst().orElseThrow();

            assertThat(power.source()).isEqualTo(source);
            assertThat(power.averagingNanos()).hasValue(nanos);
            assertThat(opened.sensors()).noneMatch(sensor -> sensor.quantity() == Quantity.ENERGY_COUNTER);
        }
    }

    @Test
    void fallsBackToTheNextWayThatWorks() throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder).control("field 83 * 3", "field 186 * 3", "device 0 watts 77");
        try (TelemetrySource source = openOnly(fake, "nvml")) {
            assertThat(source.sensors()).extracting(Sensor::source).containsExactly(
                    "NVML energy counter, GPU-00001000", "NVML power, 1 s average, GPU-00001000",
                    "NVML memory temperature, GPU-00001000");
            assertThat(ReadSink.of(source).value(1)).hasValue(77.0);
        }
    }

    @Test
    void takesTheModuleForWhatItIsWhereTheGpuIsRefused() throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder).control("device 0 module 1", "field 186 0 3", "field 185 0 3",
                "field 83 * 3", "field 191 0 3",
                "fail nvmlDeviceGetTotalEnergyConsumption 3", "device 0 watts 500");
        try (TelemetrySource source = openOnly(fake, "nvml")) {
            assertThat(source.sensors()).extracting(Sensor::scope).containsExactly(Scope.MODULE, Scope.MODULE,
                    Scope.MEMORY);
            assertThat(source.sensors().get(0).source()).isEqualTo("NVML energy counter of the module, GPU-00001000");
            assertThat(source.sensors().get(1).source()).isEqualTo("NVML instant power of the module, GPU-00001000");
            assertThat(source.sensors().get(1).limitWatts()).isEmpty();
            assertThat(ReadSink.of(source).value(1)).hasValue(500.0);
        }
    }

    @Test
    void saysOfABoardWithInstancesThatItIsReadAsAWhole() throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(folder).control("device 0 mig 1");
        List<TelemetrySource> sources = open(fake);

        assertThat(sources.get(0).sensors().get(0).source())
                .isEqualTo("NVML energy counter, GPU-00001000, whole board (MIG is on)");
        assertThat(provider().probe(fake.environment())).filteredOn(SensorStatus::available)
                .filteredOn(line -> line.name().startsWith("GPU 0")).singleElement().satisfies(line -> {
                    assertThat(line.detail()).contains("those of the whole card, never of an instance");
                    assertThat(line.nextStep().orElseThrow()).contains("nvidia-smi -i 0 -mig 0");
                });
        assertThat(sources.get(1).sensors()).noneMatch(sensor -> sensor.quantity() == Quantity.UTILIZATION_PERCENT);
        sources.forEach(TelemetrySource::close);
    }
}
