package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.hardware.nvml.GaugePlan.TemperatureCall;
import dev.ipw.telemetry.hardware.nvml.GaugePlan.UtilizationCall;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("process")
class NvmlLayoutsTests {
    @Test
    void liesWhereTheCompilerPutsIt(@TempDir Path folder) throws IOException, InterruptedException {
        assertThat(Stream.of(MemoryCall.OLD_LAYOUT, MemoryCall.LAYOUT, UtilizationCall.LAYOUT, FieldBatch.LAYOUT,
                GpuList.PCI_INFO, ProcessCall.LAYOUT, ProcessCall.OLD_LAYOUT, TemperatureCall.LAYOUT)
                .flatMap(layout -> FakeNvml.lines(layout).stream()))
                .containsExactlyInAnyOrderElementsOf(FakeNvml.layouts(folder));
    }

    @Test
    void hasTheSizesThatTheDriverExpects() {
        assertThat(FieldBatch.LAYOUT.byteSize()).isEqualTo(40);
        assertThat(GpuList.PCI_INFO.byteSize()).isEqualTo(68);
        assertThat(MemoryCall.LAYOUT.byteSize()).isEqualTo(40);
        assertThat(MemoryCall.OLD_LAYOUT.byteSize()).isEqualTo(24);
        assertThat(ProcessCall.LAYOUT.byteSize()).isEqualTo(24);
        assertThat(ProcessCall.OLD_LAYOUT.byteSize()).isEqualTo(16);
        assertThat(TemperatureCall.LAYOUT.byteSize()).isEqualTo(12);
        assertThat(UtilizationCall.LAYOUT.byteSize()).isEqualTo(8);
    }
}
