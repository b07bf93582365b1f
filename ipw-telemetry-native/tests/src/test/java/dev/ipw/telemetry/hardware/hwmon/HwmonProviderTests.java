package dev.ipw.telemetry.hardware.hwmon;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.telemetry.OpeningTime;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.TelemetryWindow;
import dev.ipw.telemetry.hardware.Awaited;
import dev.ipw.telemetry.hardware.FabricatedMachine;
import dev.ipw.telemetry.hardware.HardwareSourceContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class HwmonProviderTests {
    private final HwmonProvider provider = new HwmonProvider();
    @TempDir
    private Path directory;
    private FabricatedMachine machine;

    @BeforeEach
    void layOut() throws IOException {
        machine = new FabricatedMachine(directory);
    }

    /** A Jetson Orin Nano: the module's input, and two of its parts. */
    private FabricatedMonitor jetson() throws IOException {
        return new FabricatedMonitor(machine, 1, "ina3221", "1-0040").channel(1, "VDD_IN", 5_000, 2_000)
                .channel(2, "VDD_CPU_GPU_CV", 5_000, 800).channel(3, "VDD_SOC", 5_000, 400)
                .set("in4_input", 30).set("curr4_input", 3_200).set("in7_input", 90);
    }

    private List<TelemetrySource> sources() {
        return provider.open(machine.environment());
    }

    private Map<String, String> read(TelemetrySource source) {
        Map<String, String> read = new LinkedHashMap<>();
        source.sample(new SampleSink() {
            @Override
            public void counter(int sensor, long counts) {
                read.put(source.sensors().get(sensor).device(), String.valueOf(counts));
            }

            @Override
            public void gauge(int sensor, double value) {
                read.put(source.sensors().get(sensor).device(), String.valueOf(value));
            }

            @Override
            public void lost(int sensor, String reason) {
                read.put(source.sensors().get(sensor).device(), reason);
            }
        });
        return read;
    }

    @Test
    void multipliesVoltageAndCurrentOfEachRailAndKeepsItsName() throws IOException {
        jetson();
        try (TelemetrySource source = sources().getFirst()) {
            assertThat(source.sensors()).extracting(Sensor::device).containsExactly("VDD_IN", "VDD_CPU_GPU_CV",
                    "VDD_SOC");
            assertThat(source.sensors()).extracting(Sensor::scope).containsExactly(Scope.PSYS, Scope.RAIL, Scope.RAIL);
            assertThat(source.sensors().getFirst().source()).isEqualTo("hwmon ina3221 1-0040 VDD_IN");
            assertThat(source.period()).isEqualTo(Duration.ofMillis(100));
            assertThat(read(source)).containsOnly(Map.entry("VDD_IN", "10.0"), Map.entry("VDD_CPU_GPU_CV", "4.0"),
                    Map.entry("VDD_SOC", "2.0"));
        }
    }

    @Test
    void takesPowerAsItIsAndSaysOverWhatItIsAMean() throws IOException {
        new FabricatedMonitor(machine, 3, "ina238", "2-0044").set("power1_input", 24_500_000).set("in1_input", 19_000)
                .set("curr1_input", 1_289).set("power1_label", "VIN").set("update_interval", 250);

        try (TelemetrySource source = sources().getFirst()) {
            Sensor sensor = source.sensors().getFirst();
            assertThat(sensor.scope()).isEqualTo(Scope.PSYS);
            assertThat(sensor.averagingNanos()).hasValue(250_000_000);
            assertThat(source.period()).isEqualTo(Duration.ofMillis(250));
            assertThat(read(source)).containsEntry("VIN", "24.5");
        }
    }

    @Test
    void countsEnergyWhereTheChipDoes() throws IOException {
        new FabricatedMonitor(machine, 0, "ina228", "1-0041").set("energy1_input", 123_456_789L)
                .set("power1_input", 3_000_000);

        try (TelemetrySource source = sources().getFirst()) {
            assertThat(source.sensors()).extracting(Sensor::quantity).containsExactly(Quantity.ENERGY_COUNTER,
                    Quantity.POWER_WATTS);
            assertThat(source.sensors()).extracting(Sensor::device).containsOnly("ina228 1-0041 1");
            assertThat(source.sensors().getFirst().joulesPerUnit()).hasValue(1e-6);
        }
    }

    @Test
    void leavesOutOtherDevicesAndChannelsThatAreOffOrNotConnected() throws IOException {
        new FabricatedMonitor(machine, 0, "amdgpu", "0000-03").set("power1_input", 1);
        new FabricatedMonitor(machine, 1, "nvme", "nvme0").set("power1_input", 1);
        new FabricatedMonitor(machine, 2, "k10temp", "0000-18").set("temp1_input", 1);
        new FabricatedMonitor(machine, 4, "ina3221", "1-0041").channel(1, "VDD_GPU_SOC", 20_000, 300)
                .channel(2, "NC", 0, 0).channel(3, "VIN_SYS_5V0", 5_000, 100).set("in3_enable", 0);

        assertThat(sources()).singleElement()
                .satisfies(source -> assertThat(source.sensors()).extracting(Sensor::device)
                        .containsExactly("VDD_GPU_SOC"));
        sources().forEach(TelemetrySource::close);
    }

    @Test
    void tellsRailsOfTheSameNameApart() throws IOException {
        new FabricatedMonitor(machine, 1, "ina3221", "1-0040").channel(1, "VDD_CPU", 5_000, 100);
        new FabricatedMonitor(machine, 2, "ina3221", "1-0041").channel(1, "VDD_CPU", 5_000, 100);

        assertThat(sources().stream().flatMap(source -> source.sensors().stream()).map(Sensor::device))
                .containsExactly("VDD_CPU", "VDD_CPU (ina3221 1-0041)");
    }

    @Test
    void findsTheFilesOfOlderKernelsWithTheDevice() throws IOException {
        Path folder = Files.createDirectories(machine.sysfs().resolve("class/hwmon/hwmon0"));
        FabricatedMachine.write(folder.resolve("device/name"), "ina226\n");
        FabricatedMachine.write(folder.resolve("device/power1_input"), "5000000\n");

        try (TelemetrySource source = sources().getFirst()) {
            assertThat(read(source)).containsValue("5.0");
        }
    }

    @Test
    void doesNotBelieveZeroOfABoardThatRunsNorOfARailWithoutVoltage() throws IOException {
        FabricatedMonitor monitor = jetson();
        try (TelemetrySource source = sources().getFirst()) {
            monitor.set("curr1_input", 0).set("in2_input", 0).set("curr3_input", 0);

            Map<String, String> read = read(source);

            assertThat(read).hasEntrySatisfying("VDD_IN", reason -> assertThat(reason).contains("reads zero"));
            assertThat(read).hasEntrySatisfying("VDD_CPU_GPU_CV",
                    reason -> assertThat(reason).contains("voltage reads zero"));
            assertThat(read).containsEntry("VDD_SOC", "0.0");
        }
    }

    @Test
    void losesWhatGivesNoDataAndGoesOnWithTheOthers() throws IOException {
        FabricatedMonitor monitor = jetson();
        try (TelemetrySource source = sources().getFirst()) {
            monitor.vanish("curr1_input");
            monitor.set("curr2_input", -30);

            Map<String, String> read = read(source);

            assertThat(read).hasEntrySatisfying("VDD_IN", reason -> assertThat(reason).contains("no number"));
            assertThat(read).hasEntrySatisfying("VDD_CPU_GPU_CV", reason -> assertThat(reason).contains("negative"));
            assertThat(read).containsEntry("VDD_SOC", "2.0");
        }
    }

    @Test
    void letsTheBoardsInputStandInForAMachineInWhichNothingElseIsMeasured() throws IOException {
        jetson();
        try (TelemetrySession session = OpeningTime.sessions(OpeningTime.PATIENT).provider(provider)
                .environment(machine.environment()).open()) {
            long start = System.nanoTime();
            Awaited.tick(session);
            Awaited.tick(session);
            TelemetryWindow window = session.window(start, System.nanoTime());

            EnergyReading headline = window.energy();
            assertThat(window.energyScope()).isEqualTo("psys");
            assertThat(headline.provenance()).isEqualTo(Provenance.INTEGRATED);
            assertThat(headline.source()).contains("VDD_IN");
            assertThat(window.devices()).hasSize(3);
        }
    }

    @Test
    void saysWhatItMeasuresAndWhatNot() throws IOException {
        SensorStatus none = provider.probe(machine.environment()).getFirst();
        jetson();
        List<SensorStatus> statuses = provider.probe(machine.environment());

        assertThat(none.available()).isFalse();
        assertThat(none.detail()).contains("no power monitor");
        assertThat(none.nextStep()).isPresent();
        assertThat(statuses).allMatch(SensorStatus::available).extracting(SensorStatus::detail)
                .satisfiesExactly(board -> assertThat(board).contains("whole board"),
                        rail -> assertThat(rail).contains("a part of the board"),
                        rail -> assertThat(rail).contains("a part of the board"));
    }

    @Nested
    class Promises extends HardwareSourceContract {
        @Override
        protected TelemetrySource source() throws Exception {
            machine = new FabricatedMachine(Files.createTempDirectory(directory, "machine"));
            jetson().set("energy1_input", 5);
            return sources().getFirst();
        }
    }
}
