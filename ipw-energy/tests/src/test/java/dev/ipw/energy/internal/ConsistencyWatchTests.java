package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.LongToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A counter that moves each 100 ms and power that is read each 200 ms, of the same device. Times are in milliseconds. */
class ConsistencyWatchTests {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1000 * MILLI;
    private static final int STEP_MILLIS = 10;

    private final double[] watts = new double[12_000];

    /** Draw power that jumps between idle and load each few hundred milliseconds. */
    private void jump(long seed) {
        Random random = new Random(seed);
        double now = 70;
        int until = 0;
        for (int i = 0; i < watts.length; i++) {
            if (i >= until) {
                until = i + 5 + random.nextInt(200);
                now = random.nextInt(3) == 0 ? 70 : 300 + random.nextInt(400);
            }
            watts[i] = now;
        }
    }

    private DeviceSeries counter(LongToDoubleFunction factor) {
        CounterRecorder recorder = new CounterRecorder(
                new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED, "test counter", 20 * MILLI), 1e-3,
                OptionalLong.empty(), OptionalDouble.empty());
        double millijoules = 0;
        long shown = 0;
        for (int i = 0; i < watts.length; i++) {
            long millis = (long) i * STEP_MILLIS;
            millijoules += watts[i] * STEP_MILLIS * factor.applyAsDouble(millis);
            shown = millis % 100 == 0 ? Math.round(millijoules) : shown;
            if (millis % 20 == 0) {
                recorder.record(millis * MILLI, millis * MILLI, shown);
            }
        }
        return recorder.series();
    }

    private GaugeSeries power(int averagingMillis) {
        GaugeSeries power = new GaugeSeries(200 * MILLI);
        for (int i = 0; i < watts.length; i += 20) {
            int steps = Math.min(i + 1, Math.max(1, averagingMillis / STEP_MILLIS));
            double mean = 0;
            for (int j = 0; j < steps; j++) {
                mean += watts[i - j] / steps;
            }
            power.record((long) i * STEP_MILLIS * MILLI, (long) i * STEP_MILLIS * MILLI, mean);
        }
        return power;
    }

    private List<EnergyFinding> compare(DeviceSeries counter, int averagingMillis) {
        return ConsistencyWatch.compare(counter, power(averagingMillis), averagingMillis * MILLI,
                new TimeSpan(0, 120 * SECOND));
    }

    @ParameterizedTest
    @CsvSource({"0", "1000"})
    void saysNothingOfSensorsThatAgree(int averagingMillis) {
        for (long seed = 0; seed < 50; seed++) {
            jump(seed);
            assertThat(compare(counter(millis -> 1.05), averagingMillis)).as("seed %d", seed).isEmpty();
            assertThat(compare(counter(millis -> 0.95), averagingMillis)).as("seed %d", seed).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"0.7, 0", "0.6, 1000", "1.45, 0", "1.7, 1000"})
    void namesBothFiguresOfSensorsThatDisagree(double factor, int averagingMillis) {
        for (long seed = 0; seed < 20; seed++) {
            jump(seed);
            List<EnergyFinding> found = compare(counter(millis -> factor), averagingMillis);
            assertThat(found).as("seed %d", seed).singleElement().satisfies(finding -> {
                assertThat(finding.flag()).isEqualTo(EnergyFlag.INCONSISTENT);
                assertThat(finding.message()).contains("gpu-0", "counter rose by", "power adds up to", "test counter");
                assertThat(finding.span().nanos()).isGreaterThan(110 * SECOND);
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"0.78, 0", "0.78, 1000", "1.3, 0", "1.3, 1000"})
    void findsHardlyMoreThanAQuarterWherePowerIsSteady(double factor, int averagingMillis) {
        Arrays.fill(watts, 300);
        assertThat(compare(counter(millis -> factor), averagingMillis)).hasSize(1);
        assertThat(compare(counter(millis -> factor < 1 ? 0.82 : 1.22), averagingMillis)).isEmpty();
    }

    @Test
    void findsTheIntervalAndNoOther() {
        jump(1);
        List<EnergyFinding> found = compare(counter(millis -> millis >= 40_000 && millis < 80_000 ? 2 : 1), 0);
        assertThat(found).singleElement().satisfies(finding -> {
            assertThat(finding.span().startNanos()).isBetween(29 * SECOND, 41 * SECOND);
            assertThat(finding.span().endNanos()).isBetween(79 * SECOND, 92 * SECOND);
            assertThat(finding.overlaps(5 * SECOND, 20 * SECOND)).isFalse();
            assertThat(finding.overlaps(60 * SECOND, 61 * SECOND)).isTrue();
        });
    }

    @Test
    void keepsApartWhatIsTooHighAndWhatIsTooLow() {
        jump(2);
        assertThat(compare(counter(millis -> millis < 60_000 ? 0.5 : 2), 0)).hasSize(2);
    }

    @Test
    void doesNotJudgeAcrossATimeWithoutPower() {
        jump(3);
        GaugeSeries power = power(0);
        GaugeSeries torn = new GaugeSeries(200 * MILLI);
        for (long millis = 0; millis < 120_000; millis += 200) {
            if (millis % 9000 < 7000) {
                torn.record(millis * MILLI, millis * MILLI, power.valueAt(millis * MILLI).orElseThrow());
            } else {
                torn.lost(millis * MILLI, millis * MILLI, "busy");
            }
        }
        assertThat(ConsistencyWatch.compare(counter(millis -> millis % 9000 < 7000 ? 1 : 20), torn, 0,
                new TimeSpan(0, 120 * SECOND))).isEmpty();
    }

    @Test
    void doesNotJudgeTimesInWhichTheCounterStartedAnew() {
        jump(4);
        CounterRecorder recorder = new CounterRecorder(
                new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED, "test counter", 100 * MILLI), 1e-3,
                OptionalLong.empty(), OptionalDouble.empty());
        for (long millis = 0; millis < 120_000; millis += 100) {
            recorder.record(millis * MILLI, millis * MILLI, millis % 5000 * 300);
        }
        assertThat(compare(recorder.series(), 0)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"2, 0, 0.2", "3, 0, 2", "9, 0, 2", "11, 0, 2", "4, 1000, 4", "15, 1000, 0.3"})
    void findsADifferenceInAShortTimeWhereBothAreCertainOfIt(int seconds, int averagingMillis, double factor) {
        for (long seed = 0; seed < 20; seed++) {
            jump(seed);
            assertThat(ConsistencyWatch.compare(counter(millis -> factor), power(averagingMillis),
                    averagingMillis * MILLI, new TimeSpan(0, seconds * SECOND))).as("seed %d", seed).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"0.5, 0, 3", "1, 0, 1.3", "3, 0, 1.2", "9, 0, 0.85", "1, 1000, 4", "3, 1000, 1.3", "9, 1000, 0.85"})
    void saysNothingInAShortTimeWhereTheyMayAgree(double seconds, int averagingMillis, double factor) {
        for (long seed = 0; seed < 20; seed++) {
            jump(seed);
            assertThat(ConsistencyWatch.compare(counter(millis -> factor), power(averagingMillis),
                    averagingMillis * MILLI, new TimeSpan(0, Math.round(seconds * SECOND)))).as("seed %d", seed)
                    .isEmpty();
        }
    }

    @Test
    void tellsTheFirstFindingsInFull() {
        List<EnergyFinding> many = IntStream.range(0, 9)
                .mapToObj(i -> new EnergyFinding(EnergyFlag.INCONSISTENT, new TimeSpan(i, i + 1), "finding " + i + "."))
                .toList();
        assertThat(EnergyFinding.messages(many)).hasSize(3).last().asString().contains("finding 2.", "6 further");
        assertThat(EnergyFinding.messages(many.subList(0, 3))).containsExactly("finding 0.", "finding 1.",
                "finding 2.");
    }
}
