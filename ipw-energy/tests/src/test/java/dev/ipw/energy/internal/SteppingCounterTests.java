package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.ipw.energy.internal.SeriesFixtures.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** A counter that moves in steps, as those of graphics boards do, and is read several times in each. */
class SteppingCounterTests {
    private static final double JOULES_PER_COUNT = 1e-3;

    /** Draw a power that changes at random, and let a counter follow it in steps. */
    private static final class Device {
        private final Random random;
        private final long stepNanos;
        private final double[] joules;
        private final long slotNanos = MILLI;

        Device(long seed, long stepNanos, int millis) {
            random = new Random(seed);
            this.stepNanos = stepNanos;
            joules = new double[millis + 1];
            double watts = 300;
            for (int i = 1; i <= millis; i++) {
                watts = random.nextInt(80) == 0 ? random.nextDouble(60, 700) : watts;
                joules[i] = joules[i - 1] + watts * 1e-3;
            }
        }

        double trueJoules(long nanos) {
            int slot = (int) (nanos / slotNanos);
            double share = (double) (nanos % slotNanos) / slotNanos;
            return slot + 1 < joules.length
                    ? joules[slot] + share * (joules[slot + 1] - joules[slot])
                    : joules[joules.length - 1];
        }

        /** Show what was used up to the last step, in whole counts. */
        long counts(long nanos) {
            return (long) (trueJoules(nanos / stepNanos * stepNanos) / JOULES_PER_COUNT);
        }

        CounterRecorder read(long pollNanos, long longestReadingNanos) {
            CounterRecorder recorder = new CounterRecorder(new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED,
                    "test gpu-0", pollNanos), JOULES_PER_COUNT, OptionalLong.empty(), OptionalDouble.empty());
            long end = (joules.length - 1) * slotNanos;
            long nanos = random.nextLong(stepNanos);
            while (nanos < end) {
                long width = random.nextLong(longestReadingNanos);
                recorder.record(nanos, nanos + width, counts(nanos + random.nextLong(width + 1)));
                nanos += Math.max(width + 1, pollNanos - pollNanos / 10 + random.nextLong(pollNanos / 5 + 1));
            }
            return recorder;
        }
    }

    @ParameterizedTest
    @CsvSource({"100,20", "100,50", "20,5", "20,50", "1,20", "30,20"})
    void boundsHoldTheTruthInEveryWindow(long stepMillis, long pollMillis) {
        Device device = new Device(stepMillis * 1000 + pollMillis, stepMillis * MILLI, 120_000);
        DeviceSeries series = device.read(pollMillis * MILLI, MILLI).series();
        Random random = new Random(stepMillis);
        long last = series.lastNanos().orElseThrow();
        int known = 0;
        for (int i = 0; i < 10_000; i++) {
            long start = random.nextLong(MILLI * 200, last);
            long end = Math.min(last, start + random.nextLong(4_000 * MILLI));
            EnergyReading reading = series.window(start, end);
            if (reading.flags().contains(EnergyFlag.PROVISIONAL) || end == last) {
                continue;
            }
            known++;
            double used = device.trueJoules(end) - device.trueJoules(start);
            assertThat(used).isBetween(reading.lower().orElseThrow() - JOULES_PER_COUNT,
                    reading.upper().orElseThrow() + JOULES_PER_COUNT);
        }
        assertThat(known).isGreaterThan(9_000);
    }

    @Test
    void doesNotGiveAShortWindowNothingOrAWholeStep() {
        Device device = new Device(5, 100 * MILLI, 60_000);
        DeviceSeries series = device.read(20 * MILLI, MILLI).series();
        Random random = new Random(6);
        double off = 0;
        double plainlyOff = 0;
        for (int i = 0; i < 2_000; i++) {
            long start = random.nextLong(1_000 * MILLI, 59_000 * MILLI);
            long end = start + random.nextLong(150 * MILLI, 400 * MILLI);
            double used = device.trueJoules(end) - device.trueJoules(start);
            off += Math.abs(series.window(start, end).joules().orElseThrow() - used) / used;
            plainlyOff += Math.abs((device.counts(end) - device.counts(start)) * JOULES_PER_COUNT - used) / used;
        }
        assertThat(off / 2_000).isLessThan(0.1).isLessThan(plainlyOff / 2_000 / 2);
    }

    @Test
    void runsStraightBetweenTheMiddlesOfTheReadingsAroundEachMovement() {
        CounterRecorder recorder = SeriesFixtures.jouleCounter();
        long[] counts = {0, 0, 0, 10, 10, 10, 10, 10, 20, 20, 20, 20, 20, 30};
        for (int i = 0; i < counts.length; i++) {
            SeriesFixtures.readAt(recorder, 20L * i, counts[i]);
        }
        DeviceSeries series = recorder.series();

        assertThat(series.window(50 * MILLI, 150 * MILLI).joules()).hasValueCloseTo(10.0, within(1e-9));
        assertThat(series.window(70 * MILLI, 90 * MILLI).joules()).hasValueCloseTo(2.0, within(1e-9));
        assertThat(series.window(145 * MILLI, 155 * MILLI).joules()).hasValueCloseTo(1.0, within(1e-9));
        assertThat(series.window(50 * MILLI, 150 * MILLI).flags()).containsExactly(EnergyFlag.SHORT);
        assertThat(series.window(30 * MILLI, 250 * MILLI).lower()).hasValue(10);
        assertThat(series.window(30 * MILLI, 250 * MILLI).upper()).hasValue(30);
    }

    @Test
    void saysThatAFigureMayGrowUntilTheCounterMovesAgain() {
        CounterRecorder recorder = SeriesFixtures.jouleCounter();
        for (int i = 0; i < 4; i++) {
            SeriesFixtures.readAt(recorder, 20L * i, i);
        }
        SeriesFixtures.readAt(recorder, 80, 3);
        DeviceSeries series = recorder.series();

        assertThat(series.isSettledAt(70 * MILLI)).isFalse();
        assertThat(series.window(20 * MILLI, 70 * MILLI).flags()).contains(EnergyFlag.PROVISIONAL);
        SeriesFixtures.readAt(recorder, 100, 4);
        assertThat(series.isSettledAt(70 * MILLI)).isTrue();
        assertThat(series.window(20 * MILLI, 70 * MILLI).flags()).doesNotContain(EnergyFlag.PROVISIONAL);
    }

    @Test
    void spreadsNothingOverAStepInWhichTheCounterStartedAnew() {
        CounterRecorder recorder = SeriesFixtures.jouleCounter();
        long[] counts = {500, 500, 510, 510, 0, 0, 10, 10, 20};
        for (int i = 0; i < counts.length; i++) {
            SeriesFixtures.readAt(recorder, 20L * i, counts[i]);
        }
        DeviceSeries series = recorder.series();

        assertThat(series.window(0, 60 * MILLI).joules()).hasValueCloseTo(10.0, within(1e-9));
        assertThat(series.window(60 * MILLI, 80 * MILLI).isAvailable()).isFalse();
        assertThat(series.window(80 * MILLI, 160 * MILLI).joules()).hasValueCloseTo(20.0, within(1e-9));
    }

    @Test
    void holdsADayInLittleMemoryAndLosesNoJoule() {
        int samples = 3_000_000;
        int most = 1 << 18;
        CounterRecorder recorder = new CounterRecorder(SeriesFixtures.device(Provenance.MEASURED), JOULES_PER_COUNT,
                OptionalLong.of(1L << 32), OptionalDouble.of(400));
        recorder.keepAtMost(most);
        Random random = new Random(17);
        long[] counts = new long[samples];
        long shown = 0;
        long used = 0;
        for (int i = 0; i < samples; i++) {
            used += random.nextLong(2_000, 8_000);
            shown = i % 5 == 0 ? used : shown;
            counts[i] = shown;
            recorder.record(20L * i * MILLI, 20L * i * MILLI, shown % (1L << 32));
        }
        DeviceSeries series = recorder.series();

        assertThat(series.sampleCount()).isLessThanOrEqualTo(most);
        double total = (counts[samples - 1] - counts[0]) * JOULES_PER_COUNT;
        assertThat(series.totalJoules()).isCloseTo(total, within(1e-9 * total));
        EnergyReading whole = series.window(0, 20L * (samples - 1) * MILLI);
        assertThat(whole.joules()).hasValueCloseTo(total, within(1e-9 * total));
        assertThat(whole.flags()).containsExactlyInAnyOrder(EnergyFlag.WRAP, EnergyFlag.PROVISIONAL);
        for (int i = 0; i < 2_000; i++) {
            int from = random.nextInt(samples - 1_000);
            int to = random.nextInt(from + 1, samples - 100);
            EnergyReading reading = series.window(20L * from * MILLI, 20L * to * MILLI);
            double shownJoules = (counts[to] - counts[from]) * JOULES_PER_COUNT;
            assertThat(shownJoules).isBetween(reading.lower().orElseThrow() - 1e-6,
                    reading.upper().orElseThrow() + 1e-6);
        }
        EnergyReading recent = series.window(20L * (samples - 1_000) * MILLI, 20L * (samples - 500) * MILLI);
        assertThat(recent.upper().orElseThrow() - recent.lower().orElseThrow()).isLessThan(150);
    }

    @Test
    void readersSeeReadingsAndMarksThatBelongTogetherWhileItIsThinned() throws InterruptedException {
        CounterRecorder recorder = SeriesFixtures.jouleCounter();
        recorder.keepAtMost(512);
        DeviceSeries series = recorder.series();
        int samples = 300_000;
        int[] wrong = {0};
        Thread reader = Thread.ofPlatform().start(() -> {
            long last = 0;
            while (last < 20L * (samples - 1) * MILLI) {
                last = series.lastNanos().orElse(0);
                EnergyReading reading = series.window(0, last);
                double joules = reading.joules().orElse(0);
                wrong[0] += last > 0 && Math.abs(joules - 3.0 * last / (20 * MILLI)) > 1e-6 * joules ? 1 : 0;
            }
        });
        for (int i = 0; i < samples; i++) {
            SeriesFixtures.readAt(recorder, 20L * i, 3L * i);
        }
        reader.join();
        assertThat(wrong[0]).isZero();
    }
}
