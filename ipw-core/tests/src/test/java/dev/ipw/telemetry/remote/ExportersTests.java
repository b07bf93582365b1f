package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Reads pages written after the format of each exporter. */
@Tag("real-time")
class ExportersTests {
    private static final String FIRST = "GPU-11111111-2222-3333-4444-555555555555";
    private static final String SECOND = "GPU-66666666-7777-8888-9999-000000000000";
    private static final double MEBIBYTE = 1 << 20;

    @Test
    void readsDcgmByUuidWithEachSharedBoardOnce() throws IOException {
        try (FakeExporter exporter = FakeExporter.showing(FakeExporter.page("dcgm.txt"));
                TelemetrySource source = exporter.open(Map.of())) {
            assertThat(RecordingSink.sample(source).values()).containsOnly(
                    Map.entry(FIRST + " gpu ENERGY_COUNTER", 5_551_899.58),
                    Map.entry(FIRST + " gpu POWER_WATTS", 412.527), Map.entry(SECOND + " gpu POWER_WATTS", 70.115),
                    Map.entry(FIRST + " gpu TEMPERATURE_CELSIUS", 61.0),
                    Map.entry(FIRST + " memory TEMPERATURE_CELSIUS", 52.0),
                    Map.entry(FIRST + " gpu UTILIZATION_PERCENT", 97.0),
                    Map.entry(FIRST + " gpu MEMORY_USED_BYTES", 72_000 * MEBIBYTE),
                    Map.entry(FIRST + " gpu MEMORY_TOTAL_BYTES", 81_000 * MEBIBYTE),
                    Map.entry(FIRST + " gpu CLOCK_MEGAHERTZ", 1980.0),
                    Map.entry(SECOND + " gpu CLOCK_MEGAHERTZ", 345.0),
                    Map.entry(FIRST + " memory CLOCK_MEGAHERTZ", 2619.0));
            assertThat(source.period()).isEqualTo(Duration.ofSeconds(1));
            assertThat(source.sensors()).allSatisfy(sensor -> assertThat(sensor.resolutionNanos())
                    .isEqualTo(OptionalLong.of(Duration.ofSeconds(30).toNanos())));
            assertThat(sensor(source, Quantity.POWER_WATTS).averagingNanos()).hasValue(1_000_000_000L);
            DeviceInfo device = source.devices().getFirst();
            assertThat(device.device()).isEqualTo(FIRST);
            assertThat(device.name()).isEqualTo("NVIDIA H100 80GB HBM3");
            assertThat(device.vendor()).hasValue("NVIDIA");
            assertThat(device.index()).isEqualTo(OptionalInt.of(0));
            assertThat(device.details()).containsEntry("pci_address", "00000000:17:00.0")
                    .containsEntry("driver_version", "570.86.15");
        }
    }

    @Test
    void readsOnlyTheNodesFiguresOfKepler() throws IOException {
        try (FakeExporter exporter = FakeExporter.showing(FakeExporter.page("kepler.txt"));
                TelemetrySource source = exporter.open(Map.of())) {
            assertThat(RecordingSink.sample(source).values()).containsOnly(
                    Map.entry("package-0 package ENERGY_COUNTER", 83_421.25),
                    Map.entry("package-0-dram dram ENERGY_COUNTER", 9012.5),
                    Map.entry("psys psys ENERGY_COUNTER", 120_000.0),
                    Map.entry("GPU-aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee gpu ENERGY_COUNTER", 4711.5));
            assertThat(sensor(source, Quantity.ENERGY_COUNTER).resolutionNanos()).hasValue(5_000_000_000L);
            assertThat(source.devices()).extracting(DeviceInfo::name).containsExactly("NVIDIA L4");
            assertThat(source.period()).isEqualTo(Duration.ofSeconds(5));
        }
    }

    @Test
    void addsTheIdleAndTheDynamicPartOfOldKeplersAndLeavesOutModels() throws IOException {
        try (FakeExporter exporter = FakeExporter.showing(FakeExporter.page("kepler-old.txt"));
                TelemetrySource source = exporter.open(Map.of())) {
            assertThat(RecordingSink.sample(source).values()).containsOnly(
                    Map.entry("package-0 package ENERGY_COUNTER", 4000.75),
                    Map.entry("package-1 package ENERGY_COUNTER", 30.0));
            assertThat(source.period()).isEqualTo(Duration.ofSeconds(3));
            exporter.show(
                    FakeExporter.page("kepler-old.txt").replaceFirst("(?m)^.*mode=\"idle\",package=\"0\".*\n", ""));

            RecordingSink half = RecordingSink.sample(source);

            assertThat(half.values()).containsOnlyKeys("package-1 package ENERGY_COUNTER");
            assertThat(half.losses()).containsOnlyKeys("package-0 package ENERGY_COUNTER");
        }
    }

    @Test
    void readsKeplersSumOverSocketsAsOneDevice() throws IOException {
        String page = "kepler_node_cpu_joules_total{path=\"aggregated-package\",zone=\"package\"} 12\n";
        try (FakeExporter exporter = FakeExporter.showing(page); TelemetrySource source = exporter.open(Map.of())) {
            assertThat(RecordingSink.sample(source).values()).containsOnlyKeys("package package ENERGY_COUNTER");
        }
    }

    @Test
    void readsTheBoardsOfAmdAndDoubtsTheirEnergy() throws IOException {
        try (FakeExporter exporter = FakeExporter.showing(FakeExporter.page("amd.txt"));
                TelemetrySource source = exporter.open(Map.of())) {
            assertThat(RecordingSink.sample(source).values()).containsOnly(Map.entry("SN-0 gpu ENERGY_COUNTER", 15.3),
                    Map.entry("SN-0 gpu POWER_WATTS", 748.0), Map.entry("SN-0 gpu TEMPERATURE_CELSIUS", 76.0),
                    Map.entry("SN-0 gpu MEMORY_USED_BYTES", 1024 * MEBIBYTE),
                    Map.entry("SN-0 gpu CLOCK_MEGAHERTZ", 1533.0), Map.entry("SN-0 memory CLOCK_MEGAHERTZ", 1292.0));
            assertThat(sensor(source, Quantity.ENERGY_COUNTER).doubted()).isTrue();
            assertThat(source.devices()).extracting(DeviceInfo::vendor).containsOnly(Optional.of("AMD"));
        }
    }

    @Test
    void readsOurOwnMonitorAndTakesNoEstimateForMeasured() throws IOException {
        String page = FakeExporter.page("ipw.txt");
        try (FakeExporter exporter = FakeExporter
                .answering((request, reply) -> reply.send(200, FakeExporter.OPEN_METRICS, page));
                TelemetrySource source = exporter.open(Map.of())) {
            assertThat(RecordingSink.sample(source).values()).containsOnly(
                    Map.entry(FIRST + " gpu ENERGY_COUNTER", 1234.56789),
                    Map.entry("package-0 package ENERGY_COUNTER", 77.25), Map.entry("board rail POWER_WATTS", 17.5),
                    Map.entry("memory dram MEMORY_USED_BYTES", 17_179_869_184.0));
            assertThat(source.period()).isEqualTo(Duration.ofMillis(100));
            assertThat(source.sensors()).filteredOn(sensor -> sensor.device().equals(FIRST)).singleElement()
                    .satisfies(sensor -> {
                        assertThat(sensor.resolutionNanos()).as("its step and how old it can be")
                                .hasValue(120_000_000L);
                        assertThat(sensor.source()).isEqualTo("prometheus " + exporter.name() + " nvml energy counter");
                    });
            assertThat(source.sensors()).filteredOn(sensor -> sensor.device().equals("package-0")).singleElement()
                    .satisfies(sensor -> assertThat(sensor.resolutionNanos()).hasValue(200_000_000L));
            assertThat(source.devices()).containsExactly(new DeviceInfo(FIRST, "NVIDIA H100 80GB HBM3",
                    Optional.of("NVIDIA"), OptionalInt.of(0), Map.of()));
        }
    }

    @ParameterizedTest
    @CsvSource({"dcgm.txt, 20s, 20000", "dcgm.txt, 100ms, 1000", "kepler.txt, 1s, 1000", "amd.txt, 10s, 10000",
            "ipw.txt, 10s, 100"})
    void readsAPageAsOftenAsItIsCollectedWhereThatIsTold(String page, String resolution, long millis)
            throws IOException {
        try (FakeExporter exporter = FakeExporter.showing(FakeExporter.page(page));
                TelemetrySource source = exporter.open(Map.of("resolution", resolution))) {
            assertThat(source.period()).isEqualTo(Duration.ofMillis(millis));
        }
    }

    @Test
    void takesAnOldReadingOfOurOwnMonitorForNoneAndItsAgeForNoUncertainty() throws IOException {
        String page = FakeExporter.page("ipw.txt");
        try (FakeExporter exporter = FakeExporter.showing(page.replace("} 0.012", "} 1.9"));
                TelemetrySource source = exporter.open(Map.of())) {
            assertThat(RecordingSink.sample(source).losses()).isEmpty();
            assertThat(source.sensors()).filteredOn(sensor -> sensor.device().equals(FIRST)).singleElement()
                    .satisfies(sensor -> assertThat(sensor.resolutionNanos()).hasValue(120_000_000L));

            exporter.show(page.replace("} 0.012", "} 2.1"));
            RecordingSink hung = RecordingSink.sample(source);
            assertThat(hung.losses()).containsOnlyKeys(FIRST + " gpu ENERGY_COUNTER");
            assertThat(hung.losses().values())
                    .allMatch(reason -> reason.contains("stale") && reason.contains("monitor"));
            assertThat(hung.values()).containsKey("package-0 package ENERGY_COUNTER")
                    .doesNotContainKey(FIRST + " gpu ENERGY_COUNTER");

            exporter.show(page.replace("} 0.012", "} 2.9").replace("} 0.02", "} 1"));
            assertThat(RecordingSink.sample(source).losses()).as("it can be a second old there").isEmpty();
        }
    }

    @Test
    void readsTheZonesOfANodeExporterByTheNamesOfPowercap() throws IOException {
        String page = """
                node_rapl_package_joules_total{index="0",path="/sys/class/powercap/intel-rapl-mmio:0"} 99
                node_rapl_package_joules_total{index="0",path="/sys/class/powercap/intel-rapl:0"} 10.5
                node_rapl_package_joules_total{index="1",path="/sys/class/powercap/intel-rapl:2"} 20.25
                node_rapl_dram_joules_total{index="0",path="/sys/class/powercap/intel-rapl:2:0"} 3
                node_rapl_core_joules_total{index="0",path="/sys/class/powercap/intel-rapl:0:1"} 4
                node_rapl_package_2_die_1_joules_total{index="0",path="/sys/class/powercap/intel-rapl:3"} 5
                node_rapl_uncore_joules_total{index="0",path="/sys/class/powercap/intel-rapl:3:0"} 1
                node_rapl_psys_joules_total{index="0",path="/sys/class/powercap/intel-rapl:1"} 60
                node_rapl_mystery_joules_total{index="0",path="/sys/class/powercap/intel-rapl:9"} 60
                """;
        try (FakeExporter exporter = FakeExporter.showing(page); TelemetrySource source = exporter.open(Map.of())) {
            assertThat(RecordingSink.sample(source).values()).containsOnly(
                    Map.entry("package-0 package ENERGY_COUNTER", 10.5),
                    Map.entry("package-1 package ENERGY_COUNTER", 20.25),
                    Map.entry("package-1-dram dram ENERGY_COUNTER", 3.0),
                    Map.entry("package-0-core core ENERGY_COUNTER", 4.0),
                    Map.entry("package-2-die-1 package ENERGY_COUNTER", 5.0),
                    Map.entry("package-2-die-1-uncore uncore ENERGY_COUNTER", 1.0),
                    Map.entry("psys psys ENERGY_COUNTER", 60.0));
            assertThat(source.sensors()).allMatch(sensor -> sensor.resolutionNanos().isEmpty());
            assertThat(source.period()).isEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void readsANodeExporterThatShowsNoPaths() throws IOException {
        String page = "node_rapl_package_joules_total{index=\"1\"} 1\nnode_rapl_dram_joules_total{index=\"1\"} 2\n";
        try (FakeExporter exporter = FakeExporter.showing(page); TelemetrySource source = exporter.open(Map.of())) {
            assertThat(RecordingSink.sample(source).values()).containsOnlyKeys("package-1 package ENERGY_COUNTER",
                    "package-1-dram dram ENERGY_COUNTER");
        }
    }

    private static Sensor sensor(TelemetrySource source, Quantity quantity) {
        return source.sensors().stream().filter(sensor -> sensor.quantity() == quantity).findFirst().orElseThrow();
    }
}
