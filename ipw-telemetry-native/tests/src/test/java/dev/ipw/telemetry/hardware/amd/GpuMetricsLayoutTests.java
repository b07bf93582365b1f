package dev.ipw.telemetry.hardware.amd;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class GpuMetricsLayoutTests {
    // What a C compiler gives for the fields of each version on a 64-bit machine.
    @ParameterizedTest
    @CsvSource({"0,80,36,4", "1,96,24,8", "2,104,24,8", "3,120,24,8", "4,288,24,8", "5,360,88,8", "6,384,88,8",
            "6,1664,16,8", "7,2208,24,8", "8,3872,24,8"})
    void knowsWhereEachVersionHoldsTheCounter(int content, int size, int offset, int bytes) {
        GpuMetricsLayout layout = GpuMetricsLayout.of(1, content, size).orElseThrow();

        assertThat(layout.energyOffset()).isEqualTo(offset);
        assertThat(layout.bytesToRead()).isEqualTo(offset + bytes).isLessThanOrEqualTo(size);
    }

    @Test
    void knowsNoOtherVersionAndNoOtherSize() {
        assertThat(GpuMetricsLayout.of(1, 9, 120)).isEmpty();
        assertThat(GpuMetricsLayout.of(1, 3, 128)).isEmpty();
        assertThat(GpuMetricsLayout.of(2, 3, 120)).isEmpty();
    }

    @Test
    void letsOnlyACounterThatMayBeNarrowWrap() {
        GpuMetricsLayout old = GpuMetricsLayout.of(1, 3, 120).orElseThrow();

        assertThat(old.range(4_294_967_295L)).hasValue(4_294_967_296L);
        assertThat(old.range(4_294_967_296L)).isEmpty();
        assertThat(GpuMetricsLayout.of(1, 4, 288).orElseThrow().range(1)).isEmpty();
    }
}
