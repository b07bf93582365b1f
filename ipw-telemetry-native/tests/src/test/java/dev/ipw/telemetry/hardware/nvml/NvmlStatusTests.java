package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.hardware.nvml.NvmlStatus.Policy;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NvmlStatusTests {
    private static final int[] CODES = IntStream.concat(IntStream.rangeClosed(0, 30), IntStream.of(999)).toArray();

    @Test
    void knowsAllCodes() {
        assertThat(Arrays.stream(NvmlStatus.values()).mapToInt(NvmlStatus::code).toArray()).hasSize(32)
                .containsExactly(CODES);
        for (int code : CODES) {
            assertThat(NvmlStatus.of(code).code()).isEqualTo(code);
        }
    }

    @Test
    void takesACodeOfALaterVersionForUnknown() {
        assertThat(IntStream.of(31, 500, -1, Integer.MAX_VALUE, Integer.MIN_VALUE).mapToObj(NvmlStatus::of))
                .containsOnly(NvmlStatus.UNKNOWN);
    }

    @Test
    void givesEachAReasonWithItsNumberAndANextStepThatFitsIntoARun() {
        for (NvmlStatus status : NvmlStatus.values()) {
            assertThat(status.reason()).endsWith("(NVML " + status.code() + ", " + status.name() + ")");
            assertThat(status.nextStep()).isNotBlank();
            assertThat(status.label()).isEqualTo(status.reason() + "; " + status.nextStep()).hasSizeLessThan(500);
        }
    }

    @Test
    void decidesByWhatTheCodeMeans() {
        assertThat(with(Policy.READ)).containsExactly(0);
        assertThat(with(Policy.LATER)).contains(10, 19, 21, 27);
        assertThat(with(Policy.NEVER)).contains(3, 4, 13, 25, 26);
        assertThat(with(Policy.DEVICE_LOST)).contains(15, 16, 28);
        assertThat(with(Policy.INITIALISE_AGAIN)).containsExactly(1);
        assertThat(with(Policy.ALL_OFF)).contains(9, 18);
        assertThat(with(Policy.COUNT)).contains(999);
    }

    private static int[] with(Policy policy) {
        return Arrays.stream(NvmlStatus.values()).filter(status -> status.policy() == policy)
                .mapToInt(NvmlStatus::code).toArray();
    }
}
