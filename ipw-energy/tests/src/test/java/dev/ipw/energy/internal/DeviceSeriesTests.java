package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

import static dev.ipw.energy.internal.SeriesFixtures.MILLI;
import static dev.ipw.energy.internal.SeriesFixtures.jouleCounter;
import static dev.ipw.energy.internal.SeriesFixtures.readAt;
import static dev.ipw.energy.internal.SeriesFixtures.steady;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class DeviceSeriesTests {
    @Test
    void interpolatesTheCounterAtBothEdges() {
        DeviceSeries series = steady(6, 2);

        EnergyReading reading = series.window(10 * MILLI, 75 * MILLI);

        assertThat(reading.joules()).hasValueCloseTo(6.5, within(1e-12));
        // A counter may lag behind, so only its next movement tells what was used by a reading.
        assertThat(reading.lower()).hasValue(2);
        assertThat(reading.upper()).hasValue(10);
        assertThat(reading.flags()).isEmpty();
    }

    @Test
    void movesTheBoundsOutByTheTimeAReadingTook() {
        CounterRecorder recorder = jouleCounter();
        for (int i = 0; i < 6; i++) {
            recorder.record((20L * i - 1) * MILLI, (20L * i + 1) * MILLI, 2L * i);
        }

        EnergyReading atSample = recorder.series().window(20 * MILLI, 80 * MILLI);

        assertThat(atSample.joules()).hasValueCloseTo(6.0, within(1e-12));
        assertThat(atSample.lower()).hasValue(0);
        assertThat(atSample.upper()).hasValue(10);
    }

    @Test
    void flagsAWindowOfLessThanTwoStepsAsShort() {
        DeviceSeries series = steady(6, 2);

        assertThat(series.window(21 * MILLI, 79 * MILLI).flags()).containsExactly(EnergyFlag.SHORT);
        assertThat(series.window(20 * MILLI, 60 * MILLI).flags()).isEmpty();
        assertThat(series.window(30 * MILLI, 30 * MILLI).joules()).hasValue(0);
    }

    @Test
    void saysWhatPartOfAWindowIsCovered() {
        DeviceSeries series = steady(6, 2);

        EnergyReading early = series.window(-50 * MILLI, 60 * MILLI);
        EnergyReading late = series.window(40 * MILLI, 500 * MILLI);

        assertThat(early.joules()).hasValueCloseTo(6.0, within(1e-12));
        assertThat(early.flags()).containsExactly(EnergyFlag.PARTIAL);
        assertThat(late.joules()).hasValueCloseTo(6.0, within(1e-12));
        assertThat(late.flags()).containsExactly(EnergyFlag.PARTIAL);
        assertThat(series.window(-50 * MILLI, 0).reason()).contains("its first reading is younger than the window");
        assertThat(series.window(100 * MILLI, 120 * MILLI).reason())
                .contains("its last reading is older than the window");
    }

    @Test
    void hasNoFigureBeforeTwoReadings() {
        CounterRecorder recorder = jouleCounter();
        assertThat(recorder.series().window(0, 1).isAvailable()).isFalse();
        readAt(recorder, 0, 7);
        assertThat(recorder.series().window(0, 1).isAvailable()).isFalse();
        assertThat(recorder.series().lastNanos()).hasValue(0);
    }

    @Test
    void flagsALostSensorAndHasNoJoulesAfterwards() {
        CounterRecorder recorder = jouleCounter();
        for (int i = 0; i < 6; i++) {
            readAt(recorder, 20L * i, i);
        }
        recorder.lost("the zone vanished");

        assertThat(recorder.series().window(20 * MILLI, 200 * MILLI).flags())
                .containsExactlyInAnyOrder(EnergyFlag.PARTIAL, EnergyFlag.LOST);
        assertThat(recorder.series().window(20 * MILLI, 80 * MILLI).flags()).isEmpty();
        assertThat(recorder.series().window(110 * MILLI, 200 * MILLI).reason())
                .contains("the sensor was lost: the zone vanished");
    }

    @Test
    void comesBackWhenTheSensorAnswersAgain() {
        CounterRecorder recorder = jouleCounter();
        readAt(recorder, 0, 0);
        readAt(recorder, 20, 1);
        recorder.lost("busy");
        readAt(recorder, 200, 10);

        EnergyReading reading = recorder.series().window(0, 200 * MILLI);

        assertThat(reading.joules()).hasValueCloseTo(10.0, within(1e-12));
        assertThat(reading.flags()).containsExactlyInAnyOrder(EnergyFlag.GAP, EnergyFlag.PROVISIONAL);
        assertThat(recorder.series().lossReason()).isEmpty();
    }

    @Test
    void countsTheTimeInWhichTheJoulesAreKnown() {
        CounterRecorder recorder = jouleCounter();
        for (int i = 10; i < 16; i++) {
            readAt(recorder, 20L * i, i);
        }
        readAt(recorder, 320, 0);
        readAt(recorder, 340, 1);
        DeviceSeries series = recorder.series();

        assertThat(series.coveredNanos(210 * MILLI, 275 * MILLI)).isEqualTo(65 * MILLI);
        assertThat(series.coveredNanos(0, 250 * MILLI)).isEqualTo(50 * MILLI);
        assertThat(series.coveredNanos(0, 1000 * MILLI)).isEqualTo(120 * MILLI);
        assertThat(series.coveredNanos(290 * MILLI, 315 * MILLI)).isEqualTo(10 * MILLI);
        assertThat(series.coveredNanos(301 * MILLI, 319 * MILLI)).isZero();
        assertThat(series.coveredNanos(0, 200 * MILLI)).isZero();
        assertThat(series.coveredNanos(340 * MILLI, 400 * MILLI)).isZero();
        assertThat(jouleCounter().series().coveredNanos(0, 10)).isZero();
    }

    @Test
    void hasNoFigureWhereACounterStandsStillForLong() {
        CounterRecorder recorder = jouleCounter();
        for (long millis = 0; millis < 1000; millis += 20) {
            readAt(recorder, millis, 7);
        }
        assertThat(recorder.series().window(100 * MILLI, 500 * MILLI).reason().orElseThrow())
                .contains("has not moved since the window began");
        assertThat(recorder.series().isSettledAt(500 * MILLI)).isFalse();
        readAt(recorder, 1000, 7);
        assertThat(recorder.series().isSettledAt(500 * MILLI)).isTrue();
        readAt(recorder, 1020, 8);
        readAt(recorder, 1040, 9);

        assertThat(recorder.series().window(100 * MILLI, 500 * MILLI).reason())
                .contains("the counter does not move (a virtual machine may hide it)");
        assertThat(recorder.series().window(300 * MILLI, 300 * MILLI).isAvailable()).isFalse();
        assertThat(recorder.series().window(0, 1040 * MILLI).joules()).hasValue(2);
        // The first movement, seen at 1010 ms, is spread over all the time in which the counter stood still.
        assertThat(recorder.series().window(1000 * MILLI, 1040 * MILLI).joules()).hasValueCloseTo(1 + 10.0 / 1010,
                within(1e-12));
    }

    @Test
    void doesNotTakeACounterForDeadThatWasReadAFewTimesAndNeverSeenToMove() {
        CounterRecorder recorder = jouleCounter();
        readAt(recorder, 0, 7);
        readAt(recorder, 5_000, 7);
        readAt(recorder, 10_000, 7);
        assertThat(recorder.series().isSettledAt(5_000 * MILLI)).isFalse();
        readAt(recorder, 15_000, 8);
        assertThat(recorder.series().window(0, 5_000 * MILLI).joules().orElseThrow()).isPositive();
    }

    @Test
    void refusesAWindowThatEndsBeforeItStarts() {
        DeviceSeries series = steady(3, 1);
        assertThatThrownBy(() -> series.window(2, 1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("before it starts");
    }

    @Test
    void windowsThatMeetAddUpToTheWhole() {
        Random random = new Random(7);
        DeviceSeries series = uneven(random, 20_000, new ArrayList<>());
        long last = series.lastNanos().orElseThrow();
        for (int i = 0; i < 20_000; i++) {
            long start = random.nextLong(last);
            long end = random.nextLong(start, last + 1);
            long middle = start == end ? start : random.nextLong(start, end);
            double whole = joules(series, start, end);
            assertThat(joules(series, start, middle) + joules(series, middle, end)).isCloseTo(whole,
                    within(1e-9 * Math.max(1, whole)));
        }
    }

    @Test
    void boundsHoldTheTruth() {
        Random random = new Random(11);
        List<double[]> truth = new ArrayList<>();
        DeviceSeries series = uneven(random, 9_000, truth);
        long last = series.lastNanos().orElseThrow();
        for (int i = 0; i < 5_000; i++) {
            long start = random.nextLong(last);
            long end = random.nextLong(start, last + 1);
            EnergyReading reading = series.window(start, end);
            double used = trueJoules(truth, end) - trueJoules(truth, start);
            // Counts are whole joules here, so the counter itself may be one off at each edge.
            assertThat(reading.lower().orElseThrow()).isLessThanOrEqualTo(used + 1 + 1e-6);
            assertThat(reading.upper().orElseThrow()).isGreaterThanOrEqualTo(used - 1 - 1e-6);
            assertThat(reading.joules().orElseThrow()).isBetween(reading.lower().orElseThrow(),
                    reading.upper().orElseThrow());
        }
    }

    @Test
    void findsTheSameSampleAsAScan() {
        Random random = new Random(3);
        SampleColumns samples = new SampleColumns();
        long nanos = 0;
        for (int i = 0; i < 13_000; i++) {
            // Long pauses make a guess from even spacing a bad one.
            nanos += random.nextInt(100) == 0 ? random.nextLong(1, 1_000_000) : random.nextLong(1, 100);
            samples.append(nanos, nanos, i);
        }
        int scanned = -1;
        for (long moment = -5; moment < nanos + 5; moment += random.nextLong(1, 2_000)) {
            while (scanned + 1 < samples.size() && samples.midpoint(scanned + 1) <= moment) {
                scanned++;
            }
            assertThat(samples.atOrBefore(moment, samples.size())).isEqualTo(scanned);
        }
    }

    @Test
    void readersSeeAConsistentPrefixWhileTheWriterAppends() throws InterruptedException {
        CounterRecorder recorder = jouleCounter();
        DeviceSeries series = recorder.series();
        int samples = 200_000;
        AtomicReference<String> wrong = new AtomicReference<>("");
        Thread reader = Thread.ofPlatform().start(() -> {
            while (series.sampleCount() < samples) {
                int known = series.sampleCount();
                if (known >= 2) {
                    double joules = joules(series, 0, (known - 1) * (20 * MILLI));
                    if (Math.abs(joules - 3.0 * (known - 1)) > 1e-6) {
                        wrong.compareAndSet("", known + " samples gave " + joules + " J");
                    }
                }
            }
        });
        for (int i = 0; i < samples; i++) {
            readAt(recorder, 20L * i, 3L * i);
        }
        reader.join();
        assertThat(wrong.get()).isEmpty();
    }

    /** Record uneven readings, each taking some time, of a device whose power changes at each of them. */
    private static DeviceSeries uneven(Random random, int samples, List<double[]> truth) {
        CounterRecorder recorder = jouleCounter();
        long nanos = 0;
        double joules = 0;
        truth.add(new double[]{0, 0});
        for (int i = 0; i < samples; i++) {
            long width = random.nextLong(2 * MILLI);
            long readAt = nanos + (width == 0 ? 0 : random.nextLong(width));
            joules += (readAt - truth.getLast()[0]) * 1e-9 * random.nextDouble(500, 2_000);
            truth.add(new double[]{readAt, joules});
            recorder.record(nanos, nanos + width, (long) joules);
            nanos += width + random.nextLong(1, 40 * MILLI);
        }
        return recorder.series();
    }

    private static double trueJoules(List<double[]> truth, long nanos) {
        int low = 0;
        int high = truth.size() - 1;
        while (high - low > 1) {
            int middle = (low + high) / 2;
            if (truth.get(middle)[0] <= nanos) {
                low = middle;
            } else {
                high = middle;
            }
        }
        double[] from = truth.get(low);
        double[] to = truth.get(high);
        double share = to[0] == from[0] ? 0 : (nanos - from[0]) / (to[0] - from[0]);
        return from[1] + share * (to[1] - from[1]);
    }

    private static double joules(DeviceSeries series, long start, long end) {
        return series.window(start, end).joules().orElseThrow();
    }
}
