package dev.ipw.telemetry.hardware.powercap;

import dev.ipw.energy.Scope;
import dev.ipw.energy.SensorState;
import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.FabricatedMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

class PowercapProviderTests {
    private final PowercapProvider provider = new PowercapProvider();
    @TempDir
    private Path directory;
    private FabricatedTree tree;

    @BeforeEach
    void layOut() throws IOException {
        tree = new FabricatedTree(directory.resolve("sys"));
    }

    private List<Sensor> sensors() {
        List<TelemetrySource> sources = provider.open(tree.environment());
        sources.forEach(TelemetrySource::close);
        return sources.stream().flatMap(source -> source.sensors().stream()).toList();
    }

    @Test
    void isDiscoveredWithTheOtherCollectors() {
        assertThat(Plugins.builder("collector", TelemetryProvider.class).build().all())
                .extracting(TelemetryProvider::id).contains("powercap", "host", "estimate");
    }

    @Test
    void knowsZonesByNameAndNotByNumber() throws IOException {
        tree.zone("intel-rapl:0", "package-0", 1);
        tree.zone("intel-rapl:1", "psys", 2);
        tree.zone("intel-rapl:2", "package-1", 3);

        assertThat(sensors()).extracting(Sensor::device).containsExactly("package-0", "package-1", "psys");
        assertThat(sensors()).extracting(Sensor::scope).containsExactly(Scope.PACKAGE, Scope.PACKAGE, Scope.PSYS);
    }

    @Test
    void knowsThePlatformAlsoWhereAnotherSocketCountsIt() throws IOException {
        tree.zone("intel-rapl:0", "package-0", 1);
        tree.zone("intel-rapl:1", "package-1", 1);
        tree.zone("intel-rapl:2", "psys-1", 1);
        tree.zone("intel-rapl:3", "something-new", 1);

        assertThat(sensors()).extracting(Sensor::device).containsExactly("package-0", "package-1", "psys-1");
        assertThat(sensors().getLast().scope()).isEqualTo(Scope.PSYS);
    }

    @Test
    void saysOfAmdThatItsFiguresComeFromAModel() throws IOException {
        FabricatedMachine.write(directory.resolve("proc/cpuinfo"), "vendor_id\t: AuthenticAMD\ncpu family\t: 25\n");
        tree.zone("intel-rapl:0", "package-0", 1);

        assertThat(sensors().getFirst().source()).isEqualTo("powercap package-0 (model-based)");
        assertThat(provider.probe(tree.environment()).getFirst().name()).contains("model-based");
    }

    @Test
    void countsSubzonesOnceAndAsPartsOfTheirPackage() throws IOException {
        tree.zone("intel-rapl:0", "package-0", 1);
        tree.zone("intel-rapl:0:0", "core", 1);
        tree.zone("intel-rapl:0:1", "uncore", 1);
        tree.zone("intel-rapl:0:2", "dram", 1);
        tree.zone("intel-rapl:1", "package-1", 1);
        tree.zone("intel-rapl:1:0", "dram", 1);

        assertThat(sensors()).extracting(Sensor::device).containsExactly("package-0", "package-0-core",
                "package-0-dram", "package-0-uncore", "package-1", "package-1-dram");
        assertThat(sensors()).extracting(Sensor::scope).containsExactly(Scope.PACKAGE, Scope.CORE, Scope.DRAM,
                Scope.UNCORE, Scope.PACKAGE, Scope.DRAM);
    }

    @Test
    void leavesOutTheTwinThatShowsThePackageAgain() throws IOException {
        tree.zone("intel-rapl:0", "package-0", 1);
        tree.zone("intel-rapl-mmio:0", "package-0", 1);

        assertThat(sensors()).hasSize(1);
        assertThat(provider.probe(tree.environment())).hasSize(1);
    }

    @Test
    void tellsTheDiesOfAPackageApart() throws IOException {
        tree.zone("intel-rapl:0", "package-0-die-0", 1);
        tree.zone("intel-rapl:1", "package-0-die-1", 1);
        tree.zone("intel-rapl:1:0", "dram", 1);

        assertThat(sensors()).extracting(Sensor::device).containsExactly("package-0-die-0", "package-0-die-1",
                "package-0-die-1-dram");
    }

    @Test
    void findsZonesInATreeWithoutLinks() throws IOException {
        Path zone = directory.resolve("sys/class/powercap/intel-rapl:0");
        Path child = Files.createDirectories(zone.resolve("intel-rapl:0:0"));
        Files.writeString(zone.resolve("name"), "package-0");
        Files.writeString(zone.resolve("energy_uj"), "5");
        Files.writeString(child.resolve("name"), "core");
        Files.writeString(child.resolve("energy_uj"), "5");

        assertThat(sensors()).extracting(Sensor::device).containsExactly("package-0", "package-0-core");
        assertThat(sensors().getFirst().counterRange()).isEmpty();
    }

    @Test
    void takesOneUnitMoreThanTheLargestValueForTheRange() throws IOException {
        Path zone = tree.zone("intel-rapl:0", "package-0", 1);
        Files.writeString(zone.resolve("constraint_0_power_limit_uw"), "125000000\n");
        Files.writeString(zone.resolve("constraint_1_power_limit_uw"), "253000000\n");
        Files.writeString(zone.resolve("constraint_0_max_power_uw"), "0\n");

        Sensor sensor = sensors().getFirst();

        assertThat(sensor.counterRange()).hasValue(FabricatedTree.LARGEST + 61);
        assertThat(sensor.joulesPerUnit()).hasValue(1e-6);
        assertThat(sensor.limitWatts()).hasValue(253);
    }

    @Test
    void givesTheWholeCommandThatLetsTheCountersBeRead() throws IOException {
        Path energy = tree.zone("intel-rapl:0", "package-0", 1).resolve("energy_uj");
        Files.delete(energy);
        // A link to itself cannot be read, also by root.
        Files.createSymbolicLink(energy, energy);

        SensorStatus status = provider.probe(tree.environment()).getFirst();

        assertThat(status.state()).isEqualTo(SensorState.UNREADABLE);
        assertThat(status.nextStep().orElseThrow())
                .contains("sudo chmod a+r " + energy.resolveSibling("../intel-rapl*/energy_uj").normalize())
                .contains("sudo usermod -aG rapl " + System.getProperty("user.name"))
                .contains("sudo tee /etc/udev/rules.d/70-rapl.rules");
    }

    @Test
    void saysWhatItMeasures() throws IOException {
        tree.zone("intel-rapl:0", "package-0", 1);
        tree.zone("intel-rapl:0:0", "core", 1);

        List<SensorStatus> statuses = provider.probe(tree.environment());

        assertThat(statuses).allMatch(SensorStatus::available);
        assertThat(statuses).extracting(SensorStatus::name).containsExactly("powercap package-0",
                "powercap package-0-core");
        assertThat(statuses.get(1).detail()).contains("not added to it");
    }

    @Test
    void tellsWhoMayNotReadHowTheyCould() throws IOException {
        Path zone = tree.zone("intel-rapl:0", "package-0", 1);
        Path energy = zone.resolve("energy_uj");
        Files.setPosixFilePermissions(energy, PosixFilePermissions.fromString("---------"));
        assumeThat(Files.isReadable(energy)).as("this user may read everything").isFalse();

        SensorStatus status = provider.probe(tree.environment()).getFirst();

        assertThat(status.available()).isFalse();
        assertThat(status.nextStep().orElseThrow()).contains("udev", "chgrp", "chmod g+r");
        assertThat(provider.open(tree.environment())).isEmpty();
    }

    @Test
    void treatsACounterThatCannotBeOpenedAsUnreadable() throws IOException {
        Path zone = tree.zone("intel-rapl:0", "package-0", 1);
        Files.delete(zone.resolve("energy_uj"));

        SensorStatus status = provider.probe(tree.environment()).getFirst();

        assertThat(status.available()).isFalse();
        assertThat(status.detail()).contains("energy_uj");
        assertThat(provider.open(tree.environment())).isEmpty();
    }

    @Test
    void saysWhyThereIsNothingAndWhatToDo() {
        SensorStatus empty = provider.probe(tree.environment()).getFirst();
        SensorStatus missing = provider.probe(TelemetryEnvironment.of(
                Map.of("IPW_SYSFS_ROOT", directory.resolve("nowhere").toString()))).getFirst();

        assertThat(empty.available()).isFalse();
        assertThat(empty.detail()).contains("holds no zone");
        assertThat(missing.detail()).isNotBlank();
        assertThat(missing.nextStep().orElseThrow()).contains("estimate");
        assertThat(provider.open(tree.environment())).isEmpty();
    }
}
