package dev.ipw.energy.internal.curve;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.PowerRecorder;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A device that idles at 70 W and may draw 700 W; its counter moves each 100 ms and is read each 20 ms. */
class LimitWatchTests {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1000 * MILLI;
    private static final PowerLimits LIMITS = new PowerLimits(OptionalDouble.of(70), OptionalDouble.of(700));

    private static List<EnergyFinding> find(LongToDoubleFunction watts, double spread) {
        CounterRecorder recorder = new CounterRecorder(
                new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED, "test counter", 20 * MILLI), 1e-3,
                OptionalLong.empty(), OptionalDouble.empty());
        double millijoules = 0;
        long shown = 0;
        for (long millis = 0; millis <= 30_000; millis += 10) {
            millijoules += 10 * watts.applyAsDouble(millis);
            shown = millis % 100 == 0 ? Math.round(millijoules) : shown;
            if (millis % 20 == 0) {
                recorder.record(millis * MILLI, millis * MILLI, shown);
            }
        }
        return LimitWatch.find(recorder.series().steps(), LIMITS, spread);
    }

    @Test
    void saysNothingOfADeviceBetweenItsLimits() {
        Random random = new Random(1);
        assertThat(find(millis -> 70 + random.nextDouble() * 630, 0)).isEmpty();
        assertThat(find(millis -> 60, 0)).isEmpty();
        assertThat(find(millis -> 800, 0)).isEmpty();
    }

    @Test
    void findsLessThanIdle() {
        assertThat(find(millis -> millis >= 10_000 && millis < 20_000 ? 50 : 200, 0)).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.flag()).isEqualTo(EnergyFlag.INCONSISTENT);
                    assertThat(finding.message()).contains("gpu-0", "idle power", "test counter");
                    assertThat(finding.span().startNanos()).isBetween(10 * SECOND, 13 * SECOND);
                    assertThat(finding.span().endNanos()).isBetween(17 * SECOND, 21 * SECOND);
                });
    }

    @Test
    void findsMoreThanTheLimit() {
        assertThat(find(millis -> 900, 0)).singleElement()
                .satisfies(finding -> assertThat(finding.message()).contains("its power limit allows"));
    }

    @Test
    void allowsForAnIdlePowerThatStrays() {
        assertThat(find(millis -> 50, 5)).isEmpty();
        assertThat(find(millis -> 38, 5)).hasSize(1);
    }

    @Test
    void bearsOvershootOfMoments() {
        assertThat(find(millis -> millis % 2000 < 500 ? 1200 : 500, 0)).isEmpty();
    }

    @Test
    void judgesIntegratedPowerToo() {
        PowerRecorder recorder = new PowerRecorder(
                new MeteredDevice("gpu-0", Scope.GPU, Provenance.INTEGRATED, "test power", 100 * MILLI));
        for (long millis = 0; millis <= 10_000; millis += 100) {
            recorder.record(millis * MILLI, millis * MILLI, 20);
        }
        assertThat(LimitWatch.find(recorder.series().steps(), LIMITS, 0)).hasSize(1);
        assertThat(LimitWatch.find(recorder.series().steps(), PowerLimits.UNKNOWN, 0)).isEmpty();
    }
}
