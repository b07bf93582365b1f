package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.SensorState;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.ipw.energy.internal.SeriesFixtures.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class PowerRecorderTests {
    private final PowerRecorder recorder = new PowerRecorder(SeriesFixtures.device(Provenance.INTEGRATED));

    private void readAt(long millis, double watts) {
        recorder.record(millis * MILLI, millis * MILLI, watts);
    }

    @Test
    void integratesByTheTrapezoidRule() {
        readAt(0, 100);
        readAt(20, 200);
        readAt(40, 200);

        EnergyReading reading = recorder.series().window(0, 40 * MILLI);

        assertThat(reading.joules()).hasValueCloseTo(7.0, within(1e-12));
        assertThat(reading.provenance()).isEqualTo(Provenance.INTEGRATED);
    }

    @Test
    void integratesASineWithinAThousandth() {
        for (int i = 0; i <= 500; i++) {
            readAt(20L * i, 200 + 100 * Math.sin(i * 0.02 * 2 * Math.PI));
        }
        assertThat(recorder.series().window(0, 10_000 * MILLI).joules()).hasValueCloseTo(2000.0, within(2.0));
    }

    @Test
    void leavesOutWhatIsNoPower() {
        readAt(0, 100);
        readAt(10, Double.NaN);
        readAt(15, -1);
        readAt(20, 100);
        assertThat(recorder.series().sampleCount()).isEqualTo(2);
        assertThat(recorder.series().window(0, 20 * MILLI).joules()).hasValueCloseTo(2.0, within(1e-12));
    }

    @Test
    void bridgesAShortGapAndNotALongOne() {
        readAt(0, 100);
        readAt(1_000, 100);
        readAt(12_000, 100);
        readAt(12_020, 100);

        EnergyReading bridged = recorder.series().window(0, 1_000 * MILLI);
        EnergyReading all = recorder.series().window(0, 12_020 * MILLI);

        assertThat(bridged.joules()).hasValueCloseTo(100.0, within(1e-9));
        assertThat(bridged.flags()).contains(EnergyFlag.GAP).doesNotContain(EnergyFlag.PARTIAL);
        assertThat(all.joules()).hasValueCloseTo(102.0, within(1e-9));
        assertThat(all.flags()).contains(EnergyFlag.GAP, EnergyFlag.PARTIAL);
        assertThat(recorder.series().window(2_000 * MILLI, 3_000 * MILLI).isAvailable()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void boundsHoldTheTruthWhateverIsDrawnInAGap(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double least = random.nextDouble(10, 100);
        double most = least + random.nextDouble(50, 600);
        readAt(0, least);
        readAt(20, most);
        long end = 20;
        double joules = (least + most) / 2 * 0.02;
        double watts = most;
        for (int step = 0; step < 200; step++) {
            double next = random.nextDouble(least, most);
            long millis = random.nextInt(8) == 0 ? random.nextLong(80, 3_000) : 20;
            joules += (millis == 20 ? (watts + next) / 2 : random.nextDouble(least, most)) * millis / 1e3;
            end += millis;
            readAt(end, next);
            watts = next;
        }
        EnergyReading reading = recorder.series().window(0, end * MILLI);

        assertThat(reading.flags()).contains(EnergyFlag.GAP);
        assertThat(joules).as("seed %d", seed).isBetween(reading.lower().orElseThrow() - 1e-6,
                reading.upper().orElseThrow() + 1e-6);
    }

    private static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @Test
    void boundsHoldWhereverPowerJumpsBetweenTwoReadings() {
        for (int reading = 0; reading < 10; reading++) {
            long nanos = reading * 1000L * MILLI;
            recorder.record(nanos, nanos, 1000 * MILLI, false, reading < 5 ? 100 : 300);
        }

        EnergyReading reading = recorder.series().window(0, 9000 * MILLI);

        // It jumps somewhere between the fifth reading and the sixth.
        assertThat(reading.joules()).hasValueCloseTo(400.0 + 200 + 1200, within(1e-9));
        assertThat(reading.lower()).hasValueCloseTo(400.0 + 100 + 1200, within(1e-9));
        assertThat(reading.upper()).hasValueCloseTo(400.0 + 300 + 1200, within(1e-9));
    }

    private static PowerRecorder board(Scope scope, double limitWatts) {
        return new PowerRecorder(new MeteredDevice("gpu-0", scope, Provenance.INTEGRATED, "test power", 100_000_000),
                OptionalDouble.of(limitWatts));
    }

    private static void read(PowerRecorder recorder, int from, int to, double watts) {
        for (int reading = from; reading < to; reading++) {
            recorder.record(reading * 100_000_000L, reading * 100_000_000L + 1000, watts);
        }
    }

    @Test
    void believesAgainOnceFewReadingsAreImplausible() {
        PowerRecorder recorder = board(Scope.GPU, 700);
        read(recorder, 0, 50, 400);
        read(recorder, 50, 65, 5000);
        assertThat(recorder.series().state()).isEqualTo(SensorState.INCONSISTENT);
        read(recorder, 65, 1000, 400);
        assertThat(recorder.series().state()).isEqualTo(SensorState.MEASURING);
    }

    @Test
    void allowsForALimitThatIsRaised() {
        PowerRecorder recorder = board(Scope.GPU, 200);
        read(recorder, 0, 50, 190);
        recorder.raiseLimit(OptionalDouble.of(700));
        read(recorder, 50, 100, 650);
        assertThat(recorder.series().state()).isEqualTo(SensorState.MEASURING);
        assertThat(recorder.series().window(6_000_000_000L, 9_000_000_000L).joules()).hasValueCloseTo(1950.0,
                within(1.0));
    }

    @Test
    void takesNoPowerForIdleOfANeuralEngineAndForDeadOfABoard() {
        PowerRecorder idle = board(Scope.ANE, 10);
        read(idle, 0, 50, 0);
        assertThat(idle.series().state()).isEqualTo(SensorState.MEASURING);
        PowerRecorder dead = board(Scope.GPU, 700);
        read(dead, 0, 50, 0);
        assertThat(dead.series().state()).isEqualTo(SensorState.STANDING_STILL);
    }
}
