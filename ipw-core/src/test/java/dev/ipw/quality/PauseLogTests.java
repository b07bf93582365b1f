package dev.ipw.quality;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PauseLogTests {
    private final PauseLog log = new PauseLog();

    @Test
    void addsUpWhatOfPausesLiesWithinAStretch() {
        log.add(100, 200);
        log.add(300, 350);
        assertThat(log.overlapNanos(0, 100)).isZero();
        assertThat(log.overlapNanos(150, 320)).isEqualTo(70);
        assertThat(log.overlapNanos(0, 1000)).isEqualTo(150);
        assertThat(log.overlapNanos(201, 299)).isZero();
        assertThat(log.overlapNanos(120, 130)).isEqualTo(10);
        assertThat(log.totalNanos()).isEqualTo(150);
    }

    @Test
    void aMomentWithinOrRightAfterAPauseMayBeAsLateAsThePauseIsOld() {
        log.add(1000, 5000);
        assertThat(log.delayNanos(5050, 0, 100)).isEqualTo(4000);
        assertThat(log.delayNanos(3000, 0, 100)).isEqualTo(2000);
        assertThat(log.delayNanos(5050, 4000, 100)).as("it cannot have happened before").isEqualTo(1000);
        assertThat(log.delayNanos(5050, 5020, 100)).isZero();
        assertThat(log.delayNanos(5200, 0, 100)).as("it came after the pause").isZero();
        assertThat(log.delayNanos(900, 0, 100)).as("it came before the pause").isZero();
    }

    @Test
    void forgetsTheOldestOnceItIsFull() {
        for (long pause = 0; pause < 100_000; pause++) {
            log.add(pause * 10, pause * 10 + 5);
        }
        assertThat(log.overlapNanos(0, 10)).isZero();
        assertThat(log.overlapNanos(999_000, 1_000_000)).isEqualTo(500);
        assertThat(log.totalNanos()).as("the sum is of all").isEqualTo(500_000);
        assertThat(log.durations().count()).isEqualTo(100_000);
    }
}
