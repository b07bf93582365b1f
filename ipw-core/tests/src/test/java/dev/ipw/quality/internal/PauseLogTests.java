package dev.ipw.quality.internal;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PauseLogTests {
    private static final long MILLI = 1_000_000;
    private final PauseLog log = new PauseLog();

    @Test
    void addsUpWhatOfPausesLiesWithinAWindow() {
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
        assertThat(log.delayNanos(6200, 0, 100)).as("it came after the pause").isZero();
        assertThat(log.delayNanos(900, 0, 100)).as("it came before the pause").isZero();
    }

    @Test
    void theLongerAPauseTheLongerItTakesToReadWhatPiledUp() {
        log.add(0, 100 * MILLI);
        assertThat(log.delayNanos(119 * MILLI, 0, MILLI)).isEqualTo(100 * MILLI);
        assertThat(log.delayNanos(121 * MILLI, 0, MILLI)).as("20 ms are the most").isZero();
        log.add(200 * MILLI, 240 * MILLI);
        assertThat(log.delayNanos(249 * MILLI, 0, MILLI)).isEqualTo(40 * MILLI);
        assertThat(log.delayNanos(251 * MILLI, 0, MILLI)).as("a quarter of 40 ms").isZero();
        log.add(300 * MILLI, 302 * MILLI);
        log.add(305 * MILLI, 345 * MILLI);
        assertThat(log.delayNanos(346 * MILLI, 0, MILLI)).isEqualTo(40 * MILLI);
        assertThat(log.delayNanos(310 * MILLI, 0, MILLI)).as("the short one is over by then").isEqualTo(5 * MILLI);
        assertThat(log.delayNanos(303 * MILLI, 0, MILLI)).isEqualTo(2 * MILLI);
        assertThat(log.delayNanos(304 * MILLI, 0, MILLI)).as("1 ms after a short one").isZero();
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
