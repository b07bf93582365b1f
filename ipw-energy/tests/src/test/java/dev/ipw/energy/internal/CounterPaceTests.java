package dev.ipw.energy.internal;

import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CounterPaceTests {
    private static final long MILLI = 1_000_000L;
    private static final long TICK_NANOS = 20 * MILLI;
    private static final long PERIOD_NANOS = 2000 * MILLI;

    private final CounterPace pace = new CounterPace(PERIOD_NANOS);
    private long now;

    /** Tick for a while, and count the readings. */
    private int readings(int seconds, long tickNanos, LongUnaryOperator counts) {
        int readings = 0;
        for (long until = now + seconds * 1000 * MILLI; now < until; now += tickNanos) {
            if (pace.isDue(now)) {
                readings++;
                pace.note(now, counts.applyAsLong(now));
            }
        }
        return readings;
    }

    @Test
    void readsTwoOrThreeTimesInALookOnceItKnowsTheStep() {
        LongUnaryOperator counts = nanos -> (nanos + 37 * MILLI) / (100 * MILLI);
        assertThat(readings(10, TICK_NANOS, counts)).isBetween(30, 60);

        assertThat(readings(100, TICK_NANOS, counts)).isBetween(90, 150);
    }

    @Test
    void findsTheCounterAgainAfterItsPaceChanged() {
        assertThat(readings(20, TICK_NANOS, nanos -> nanos / (100 * MILLI))).isPositive();
        readings(10, TICK_NANOS, nanos -> nanos / (73 * MILLI));

        assertThat(readings(100, TICK_NANOS, nanos -> nanos / (73 * MILLI))).isBetween(90, 200);
    }

    @Test
    void leavesACounterAloneThatStandsStill() {
        assertThat(readings(100, TICK_NANOS, nanos -> 5)).isLessThan(800);
    }

    @Test
    void readsInEachTickWhereTicksAreAsFarApartAsSteps() {
        readings(10, TICK_NANOS, nanos -> nanos / (100 * MILLI));

        assertThat(readings(10, 1000 * MILLI, nanos -> nanos / (100 * MILLI))).isBetween(9, 10);
        // After a rest it is read in each tick until its step is known again.
        assertThat(readings(20, TICK_NANOS, nanos -> nanos / (100 * MILLI))).isLessThan(80);
    }
}
