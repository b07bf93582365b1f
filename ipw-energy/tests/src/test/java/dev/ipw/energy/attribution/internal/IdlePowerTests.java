package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.activity.IdlePower;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.DeviceSeries;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class IdlePowerTests {
    private static final long MILLI = 1_000_000L;

    @Test
    void leavesTheBeginningOfARestToSettleAndItsEndToTheCounter() {
        assertThat(IdlePower.piecesOfRest(millis(10_000, 15_000))).containsExactly(millis(11_000, 12_875),
                millis(12_875, 14_750));
        assertThat(IdlePower.piecesOfRest(millis(0, 10_000))).hasSize(4).first().isEqualTo(millis(1_000, 3_000));
        assertThat(IdlePower.piecesOfRest(millis(0, 400))).containsExactly(millis(80, 230), millis(230, 380));
        assertThat(IdlePower.piecesOfRest(millis(7, 7))).isEmpty();
    }

    @Test
    void isTheMedianOfThePiecesAndKnowsHowFarTheyStray() {
        DeviceSeries series = series(10, second -> 60 + second % 3);
        List<TimeSpan> seconds = List.of(millis(3_000, 4_000), millis(4_000, 5_000), millis(5_000, 6_000),
                millis(6_000, 7_000), millis(7_000, 8_000));

        IdlePower idle = IdlePower.over(series, seconds).orElseThrow();

        assertThat(idle.watts()).isCloseTo(61, within(0.1));
        assertThat(idle.spreadWatts()).isCloseTo(1.4826, within(0.2));
        assertThat(idle.pieces()).isEqualTo(5);
        assertThat(idle.nanos()).isEqualTo(8_000 * MILLI);
    }

    @Test
    void aSinglePieceIsAsSureAsItsBounds() {
        IdlePower idle = IdlePower.over(series(100, second -> 60), List.of(millis(2_050, 4_050))).orElseThrow();

        assertThat(idle.pieces()).isEqualTo(1);
        assertThat(idle.spreadWatts()).isBetween(0.5, 5.0);
    }

    @Test
    void leavesOutPiecesThatTheReadingsDoNotCover() {
        DeviceSeries series = series(100, second -> 60);

        assertThat(IdlePower.over(series, List.of(millis(2_000, 2_050)))).as("half a step").isEmpty();
        assertThat(IdlePower.over(series, List.of(millis(11_000, 13_000)))).as("past the end").isEmpty();
        assertThat(IdlePower.over(series, List.of())).isEmpty();
    }

    @Test
    void whatFollowsARestDoesNotRaiseItsIdlePower() {
        DeviceSeries series = series(100, second -> second < 8 ? 60 : 700);

        IdlePower idle = IdlePower.over(series, IdlePower.piecesOfRest(millis(3_010, 7_990))).orElseThrow();

        assertThat(idle.watts()).isCloseTo(60, within(1e-6));
    }

    /** Count millijoules for twelve seconds, each with a power of its own, in steps of so long. */
    private static DeviceSeries series(long stepMillis, LongToDoubleFunction watts) {
        CounterRecorder recorder = new CounterRecorder(
                new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED, "test gpu-0", 10 * MILLI), 1e-3,
                OptionalLong.empty(), OptionalDouble.empty());
        double millijoules = 0;
        long shown = 0;
        for (long millis = 0; millis <= 12_000; millis += 10) {
            shown = millis % stepMillis == 0 ? Math.round(millijoules) : shown;
            recorder.record(millis * MILLI, millis * MILLI, shown);
            millijoules += watts.applyAsDouble(millis / 1000) * 10;
        }
        return recorder.series();
    }

    private static TimeSpan millis(long start, long end) {
        return new TimeSpan(start * MILLI, end * MILLI);
    }
}
