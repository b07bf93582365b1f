package dev.ipw.telemetry.hardware.amd;

import dev.ipw.energy.Scope;
import dev.ipw.energy.SensorState;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

class AmdProviderTests {
    private static final String ADDRESS = "0000:83:00.0";

    private final AmdProvider provider = new AmdProvider();
    @TempDir
    private Path sysfs;
    private FabricatedAmd tree;

    @BeforeEach
    void layOut() throws IOException {
        tree = new FabricatedAmd(sysfs);
    }

    private List<Sensor> sensors() {
        try (TelemetrySource source = provider.open(tree.environment()).getFirst()) {
            return source.sensors();
        }
    }

    private Sensor sensor(Quantity quantity) {
        return sensors().stream().filter(sensor -> sensor.quantity() == quantity).findFirst().orElseThrow();
    }

    private SensorStatus status() {
        return provider.probe(tree.environment()).getFirst();
    }

    @Test
    void isDiscoveredAndChosenAutomatically() {
        TelemetryProvider found = Plugins.builder("collector", TelemetryProvider.class).build().require("amd");

        assertThat(found.automatic()).isTrue();
        assertThat(found.takesArgument()).isTrue();
    }

    @Test
    void doubtsTheCounterAndReadsThePowerBesideIt() throws IOException {
        tree.card(ADDRESS);

        Sensor counter = sensor(Quantity.ENERGY_COUNTER);
        Sensor power = sensor(Quantity.POWER_WATTS);

        assertThat(counter.doubted()).isTrue();
        assertThat(counter.joulesPerUnit()).hasValue(1.0 / 65_536);
        assertThat(counter.counterRange()).isEmpty();
        assertThat(counter.limitWatts()).hasValue(300);
        assertThat(power.device()).isEqualTo(counter.device());
        assertThat(power.scope()).isEqualTo(counter.scope()).isEqualTo(Scope.GPU);
        assertThat(power.averagingNanos()).isEmpty();
    }

    @Test
    void prefersThePowerOfAnInstantToTheAverage() throws IOException {
        tree.card(ADDRESS).sensor("power1_input", 300_000_000);

        assertThat(sensor(Quantity.POWER_WATTS).averagingNanos()).hasValue(0);
    }

    @Test
    void describesTheDevice() throws IOException {
        tree.card(ADDRESS).text("product_name", "AMD Instinct MI210").text("unique_id", "7b2c4d6e8f901234");

        try (TelemetrySource source = provider.open(tree.environment()).getFirst()) {
            DeviceInfo device = source.devices().getFirst();
            assertThat(device.device()).isEqualTo("GPU-7b2c4d6e8f901234")
                    .isEqualTo(source.sensors().getFirst().device());
            assertThat(device.name()).isEqualTo("AMD Instinct MI210");
            assertThat(device.vendor()).hasValue("AMD");
            assertThat(device.index()).hasValue(0);
            assertThat(device.details()).containsEntry("pci_address", ADDRESS).containsEntry("driver", "amdgpu");
        }
    }

    @Test
    void leavesTheCounterOfAnUnknownVersionAsideAndSaysWhichItIs() throws IOException {
        tree.card(ADDRESS).metrics(1, 9, 200, 24, 70_000_000_000L);

        assertThat(sensors()).noneMatch(sensor -> sensor.quantity() == Quantity.ENERGY_COUNTER)
                .anyMatch(sensor -> sensor.quantity() == Quantity.POWER_WATTS);
        assertThat(status().available()).isTrue();
        assertThat(status().detail()).contains("gpu_metrics v1.9 with 200 bytes is not known");
    }

    @Test
    void leavesACounterOfAllOnesOrZeroAside() throws IOException {
        FabricatedAmd.Card card = tree.card(ADDRESS);
        for (long nothing : new long[]{-1, 0xFFFF_FFFFL, 0}) {
            card.count(nothing);

            assertThat(sensors()).noneMatch(sensor -> sensor.quantity() == Quantity.ENERGY_COUNTER);
            assertThat(status().detail()).contains("average power", "reports 0 or all ones");
        }
    }

    @Test
    void readsTheEarliestVersionWhoseCounterIsNarrow() throws IOException {
        tree.card(ADDRESS).metrics(1, 0, 80, 36, 0xFFFF_FFFF_0000_1234L);

        assertThat(sensor(Quantity.ENERGY_COUNTER).counterRange()).hasValue(1L << 32);
        try (TelemetrySource source = provider.open(tree.environment()).getFirst()) {
            assertThat(Reading.of(source).values()).containsEntry("energy counter, gpu_metrics v1.0", 0x1234L);
        }
    }

    @Test
    void believesNoCounterWithoutPowerToCompareItWith() throws IOException {
        Files.delete(tree.card(ADDRESS).hwmon().resolve("power1_average"));

        assertThat(provider.open(tree.environment())).isEmpty();
        assertThat(status().available()).isFalse();
        assertThat(status().detail()).contains("neither power1_input nor power1_average", "no power confirms it");
        assertThat(status().nextStep()).isPresent();
    }

    @Test
    void takesNoReadingForTheSecondDieOfAModule() throws IOException {
        tree.card(ADDRESS);
        tree.card("0000:84:00.0").sensor("power1_average", 0).count(0);

        assertThat(sensors()).filteredOn(sensor -> sensor.device().equals("0000:84:00.0"))
                .noneMatch(sensor -> sensor.quantity() == Quantity.POWER_WATTS
                        || sensor.quantity() == Quantity.ENERGY_COUNTER)
                .anyMatch(sensor -> sensor.quantity() == Quantity.TEMPERATURE_CELSIUS);
        assertThat(provider.probe(tree.environment())).extracting(SensorStatus::available).containsExactly(true, false);
        assertThat(provider.probe(tree.environment()).get(1).nextStep().orElseThrow()).contains("second die");
    }

    @Test
    void neverAddsAProcessorWithGraphicsToTheProcessor() throws IOException {
        tree.card(ADDRESS).metrics(2, 3, 152, 24, 5);

        assertThat(sensor(Quantity.POWER_WATTS).scope()).isEqualTo(Scope.SOC);
        assertThat(Scope.SOC.isAdditive()).isFalse();
        assertThat(status().detail()).contains("processor with graphics");
    }

    @Test
    void saysWhoMayNotReadThePower() throws IOException {
        Path power = tree.card(ADDRESS).hwmon().resolve("power1_average");
        Files.setPosixFilePermissions(power, PosixFilePermissions.fromString("---------"));
        assumeThat(Files.isReadable(power)).as("this user may read everything").isFalse();

        assertThat(status().available()).isFalse();
        assertThat(status().detail()).contains(power.toString(), "may not be read");
        assertThat(status().nextStep().orElseThrow()).contains("chmod a+r");
    }

    @Test
    void namesACounterThatMayNotBeRead() throws IOException {
        FabricatedAmd.Card card = tree.card(ADDRESS);
        Path metrics = card.directory().resolve("gpu_metrics");
        Files.delete(metrics);
        // A folder is there and gives nothing, also to root.
        Files.createDirectory(metrics);

        assertThat(provider.probe(tree.environment())).extracting(SensorStatus::state)
                .containsExactly(SensorState.UNPROVEN, SensorState.UNREADABLE);
        SensorStatus counter = provider.probe(tree.environment()).get(1);
        assertThat(counter.name()).endsWith(": energy counter");
        assertThat(counter.nextStep().orElseThrow()).matches("sudo chmod a\\+r /\\S+/gpu_metrics, .*");
    }

    @Test
    void doesNotMixTheFilesOfAnotherRootWithTheLibrary() throws IOException {
        Files.delete(tree.card(ADDRESS).hwmon().resolve("power1_average"));
        TelemetryEnvironment auto = TelemetryEnvironment.of(Map.of("IPW_SYSFS_ROOT", sysfs.toString()));

        List<SensorStatus> statuses = provider.probe(auto);

        assertThat(statuses.getLast().name()).isEqualTo("ROCm SMI");
        assertThat(statuses.getLast().detail()).contains("reads this machine's own /sys", sysfs.toString());
        assertThat(statuses.getLast().nextStep().orElseThrow()).contains("amd:rocm-smi");
    }

    @Test
    void saysThatThereIsNoCard() {
        assertThat(status().available()).isFalse();
        assertThat(status().detail()).contains("shows no card of AMD");
        assertThat(status().nextStep().orElseThrow()).contains("IPW_SYSFS_ROOT");
        assertThat(provider.open(tree.environment())).isEmpty();
    }

    @Test
    void saysThatADriverIsMissing() throws IOException {
        tree.device(ADDRESS, "0x1002");

        assertThat(status().detail()).contains(ADDRESS);
        assertThat(status().nextStep().orElseThrow()).contains("modprobe amdgpu");
    }

    @Test
    void saysThatTheComputeDriverIsThereButNoCardIs() throws IOException {
        Files.createDirectories(sysfs.resolve("class/kfd/kfd"));

        assertThat(status().detail()).contains("class/kfd");
    }

    @Test
    void saysThatTheLibraryIsMissing() throws IOException {
        tree.card(ADDRESS);

        SensorStatus status = provider.probe(tree.environment().withArgument("rocm-smi")).getFirst();

        assertThat(status.available()).isFalse();
        assertThat(status.detail()).contains("/nowhere/librocm_smi64.so");
        assertThat(status.nextStep().orElseThrow()).contains("IPW_ROCM_SMI_LIBRARY");
    }

    @Test
    void fallsBackToTheFilesAndSaysWhyTheNamedLibraryIsNotUsed() throws IOException {
        tree.card(ADDRESS);
        Map<String, String> variables = Map.of("IPW_ROCM_SMI_LIBRARY", "/nowhere/librocm_smi64.so");

        List<SensorStatus> statuses = provider.probe(tree.environment(variables));

        assertThat(statuses).extracting(SensorStatus::available).containsExactly(false, true);
        assertThat(statuses.get(0).detail()).contains("/nowhere/librocm_smi64.so");
        assertThat(statuses.get(1).name()).startsWith("amdgpu ");
    }

    @Test
    void refusesAWayItDoesNotKnow() {
        assertThatThrownBy(() -> provider.open(tree.environment().withArgument("amd-smi")))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("amd:rocm-smi");
    }
}
