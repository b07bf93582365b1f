package dev.ipw.telemetry.hardware.amd;

import dev.ipw.telemetry.hardware.amd.RocmSmiStatus.Policy;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RocmSmiStatusTests {
    @Test
    void hasAPolicyAndAMeaningForEveryCodeOfTheLibrary() {
        IntStream codes = IntStream.concat(IntStream.rangeClosed(0, 19), IntStream.of(0xFFFF_FFFF));

        assertThat(codes.mapToObj(RocmSmiStatus::of)).hasSize(21).doesNotHaveDuplicates()
                .doesNotContain(RocmSmiStatus.UNLISTED)
                .allMatch(status -> status == RocmSmiStatus.SUCCESS || !status.meaning().isBlank());
    }

    @Test
    void takesACodeItDoesNotKnowForALoss() {
        assertThat(RocmSmiStatus.of(20)).isEqualTo(RocmSmiStatus.UNLISTED);
        assertThat(RocmSmiStatus.UNLISTED.lossReason()).isNotBlank();
    }

    @Test
    void leavesOutOnlyTheReadingWhereTheNextMaySucceed() {
        assertThat(Arrays.stream(RocmSmiStatus.values()).filter(status -> status.policy() == Policy.AGAIN))
                .containsExactly(RocmSmiStatus.INTERRUPT, RocmSmiStatus.NO_DATA, RocmSmiStatus.BUSY)
                .allMatch(status -> status.lossReason().isEmpty());
    }
}
