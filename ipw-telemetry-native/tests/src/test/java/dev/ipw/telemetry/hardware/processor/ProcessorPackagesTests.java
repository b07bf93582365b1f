package dev.ipw.telemetry.hardware.processor;

import dev.ipw.telemetry.hardware.FabricatedMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ProcessorPackagesTests {
    @TempDir
    private Path directory;

    @Test
    void readsListsAsTheKernelWritesThem() {
        assertThat(ProcessorPackages.numbers("0-3,8,10-11")).containsExactly(0, 1, 2, 3, 8, 10, 11);
        assertThat(ProcessorPackages.numbers("5")).containsExactly(5);
        assertThat(ProcessorPackages.numbers("")).isEmpty();
        assertThat(ProcessorPackages.numbers("x,-1,3-1,7")).containsExactly(7);
        assertThat(ProcessorPackages.numbers("0-999999")).hasSizeLessThan(20_000);
    }

    @Test
    void choosesOneProcessorOfEachPackageOrDieThatIsOnline() throws IOException {
        FabricatedMachine machine = new FabricatedMachine(directory);
        for (int processor = 0; processor < 8; processor++) {
            machine.logicalProcessor(processor, processor / 4, processor / 2 % 2);
        }
        FabricatedMachine.write(machine.sysfs().resolve("devices/system/cpu/online"), "1-7\n");

        assertThat(ProcessorPackages.online(machine.sysfs(), false)).containsExactly(
                new PackageProcessor(1, 0, "package-0"), new PackageProcessor(4, 1, "package-1"));
        assertThat(ProcessorPackages.online(machine.sysfs(), true)).extracting(PackageProcessor::device)
                .containsExactly("package-0-die-0", "package-0-die-1", "package-1-die-0", "package-1-die-1");
    }

    @Test
    void takesAProcessorWhosePlaceIsNotToldForTheFirst() throws IOException {
        FabricatedMachine machine = new FabricatedMachine(directory);
        machine.logicalProcessor(0, -1, -1);

        assertThat(ProcessorPackages.of(machine.sysfs(), List.of(0, 5)))
                .containsExactly(new PackageProcessor(0, 0, "package-0"));
        assertThat(ProcessorPackages.online(directory.resolve("nowhere"), true)).isEmpty();
    }

    @Test
    void readsWhichProcessorItIs() throws IOException {
        FabricatedMachine machine = new FabricatedMachine(directory);
        machine.processor("GenuineIntel", 6, 106);

        ProcessorModel model = ProcessorModel.read(machine.procfs());

        assertThat(model).isEqualTo(new ProcessorModel("GenuineIntel", 6, 106));
        assertThat(model.isIntel()).isTrue();
        assertThat(model.describe("perf package-0")).isEqualTo("perf package-0");
        assertThat(new ProcessorModel("HygonGenuine", 24, 1).describe("x")).isEqualTo("x (model-based)");
        Files.write(machine.procfs().resolve("cpuinfo"), new byte[]{(byte) 0xC3, 0x28, (byte) 0xFF, 0});
        assertThat(ProcessorModel.read(machine.procfs()).vendor()).isEmpty();
        assertThat(ProcessorModel.read(directory.resolve("nowhere")).family()).isEqualTo(-1);
    }
}
