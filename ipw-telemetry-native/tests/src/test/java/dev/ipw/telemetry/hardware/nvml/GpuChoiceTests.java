package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.error.ConfigurationException;
import dev.ipw.telemetry.TelemetryEnvironment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class GpuChoiceTests {
    private static final List<Gpu> ALIKE = List.of(gpu(0, "GPU-aaaa1111-0", "H100", 0x65),
            gpu(1, "GPU-aaaa2222-0", "H100", 0x17), gpu(2, "GPU-bbbb3333-0", "H100", 0xb3));
    private static final List<Gpu> MIXED = List.of(gpu(0, "GPU-aaaa1111-0", "H100", 0x65),
            gpu(1, "GPU-aaaa2222-0", "T4", 0x17));

    private static Gpu gpu(int index, String uuid, String name, int bus) {
        return new Gpu(index, index, uuid, false, name, Optional.of(new PciAddress(0, bus, 0)), OptionalInt.empty(),
                OptionalInt.empty(), OptionalDouble.empty(), Optional.empty(), Optional.empty());
    }

    private static GpuChoice named(String argument) {
        return GpuChoice.of(ALIKE, TelemetryEnvironment.of(Map.of("CUDA_VISIBLE_DEVICES", "NoDevFiles"))
                .withArgument(argument));
    }

    private static GpuChoice visible(List<Gpu> gpus, String value, String... order) {
        Map<String, String> variables = order.length == 0
                ? Map.of("CUDA_VISIBLE_DEVICES", value)
                : Map.of("CUDA_VISIBLE_DEVICES", value, "CUDA_DEVICE_ORDER", order[0]);
        return GpuChoice.of(gpus, TelemetryEnvironment.of(variables));
    }

    private static List<Integer> indices(GpuChoice choice) {
        return choice.gpus().stream().map(Gpu::index).toList();
    }

    @Test
    void measuresAllWhereNobodyChooses() {
        assertThat(GpuChoice.of(MIXED, TelemetryEnvironment.of(Map.of())).gpus()).isEqualTo(MIXED);
    }

    @ParameterizedTest
    @CsvSource({"all, 0 1 2", "1, 1", "2+0, 0 2", "GPU-aaaa2222-0, 1", "GPU-bbbb, 2", "65:00.0, 0", "0000:65:00.0, 0",
            "00000000:B3:00.0, 2", "0+65:00, 0", "GPU-bbbb+17:00.0, 1 2"})
    void understandsEveryFormOfAName(String argument, String expected) {
        assertThat(indices(named(argument))).isEqualTo(List.of(expected.split(" ")).stream().map(Integer::valueOf)
                .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3", "-1", "GPU-aaaa", "GPU-", "GPU-cccc", "66:00.0", "1:65:00.0", "0,1", "0+", "MIG-1",
            "99999999999", "H100"})
    void refusesAWrongNameAndListsWhatIsThere(String argument) {
        assertThatThrownBy(() -> named(argument)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("1 H100 GPU-aaaa2222-0 0000:17:00.0").hasMessageContaining("joined by +");
    }

    @Test
    void saysThatThereIsNothingToName() {
        assertThatThrownBy(() -> GpuChoice.of(List.of(), TelemetryEnvironment.of(Map.of()).withArgument("0")))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("There is none");
    }

    @Test
    void countsVisibleDevicesByAddressAsCudaDoes() {
        assertThat(indices(visible(ALIKE, "0"))).containsExactly(1);
        assertThat(indices(visible(ALIKE, "1,2"))).containsExactly(0, 2);
        assertThat(indices(visible(MIXED, "0", "PCI_BUS_ID"))).containsExactly(1);
    }

    @Test
    void doesNotGuessTheOrderOfDifferentGpus() {
        assertThat(visible(MIXED, "0").gpus()).isEmpty();
        assertThat(visible(MIXED, "0").why()).contains("CUDA_VISIBLE_DEVICES=0", "CUDA_DEVICE_ORDER");
        assertThat(visible(MIXED, "0", "FASTEST_FIRST").gpus()).isEmpty();
        assertThat(indices(visible(MIXED, "GPU-aaaa2222-0"))).containsExactly(1);
    }

    @Test
    void doesNotCountPlacesAmongGpusOfWhichOneCannotBeRead() {
        List<Gpu> damaged = List.of(ALIKE.get(0), Gpu.unreadable(1, NvmlStatus.GPU_IS_LOST), ALIKE.get(2));

        assertThat(visible(damaged, "0", "PCI_BUS_ID")).satisfies(choice -> {
            assertThat(choice.gpus()).isEmpty();
            assertThat(choice.why()).contains("one of the GPUs cannot be read");
            assertThat(choice.unclear()).isTrue();
        });
        assertThat(indices(GpuChoice.of(damaged, TelemetryEnvironment.of(Map.of()).withArgument("1"))))
                .containsExactly(1);
        assertThat(GpuChoice.nextStep(damaged)).contains("the collectors auto,nvml:all", "nvml:GPU-bbbb3333-0",
                "1 NVIDIA GPU");
    }

    @ParameterizedTest
    @CsvSource({"'', false", "-1, false", "NoDevFiles, false", "MIG-GPU-aaaa1111-0/1/0, true", "7, true",
            "'GPU-aaaa1111,GPU-aaaa', true", "'GPU-aaaa1111,-1', false"})
    void tellsHidingFromAMistake(String value, boolean unclear) {
        assertThat(visible(ALIKE, value).unclear()).isEqualTo(unclear);
    }

    @ParameterizedTest
    @CsvSource({"'GPU-bbbb,GPU-aaaa1111', 0 2", "'GPU-aaaa1111,-1,GPU-bbbb', 0", "'GPU-aaaa1111,GPU-aaaa,GPU-bbbb', 0",
            "'0,7,1', 1", "'0,MIG-4bd078f0,1', 1", "' 0 , 0 ', 1"})
    void narrowsToWhatWasMatchedBeforeTheFirstThatMatchesNothing(String value, String expected) {
        assertThat(indices(visible(ALIKE, value))).isEqualTo(List.of(expected.split(" ")).stream()
                .map(Integer::valueOf).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "NoDevFiles", "MIG-GPU-aaaa1111-0/1/0", "7", "GPU-cccc", "none", "all"})
    void neverWidensToAll(String value) {
        assertThat(visible(ALIKE, value).gpus()).isEmpty();
        assertThat(visible(ALIKE, value).why()).contains("CUDA_VISIBLE_DEVICES=" + value, "matches no GPU");
        assertThat(visible(MIXED, value).gpus()).isEmpty();
    }
}
