package dev.ipw.energy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static dev.ipw.energy.SeriesFixtures.MILLI;
import static dev.ipw.energy.SeriesFixtures.jouleCounter;
import static dev.ipw.energy.SeriesFixtures.readAt;
import static dev.ipw.energy.SeriesFixtures.steady;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class OverlapSplitterTests {
    private static TimeSpan millis(long start, long end) {
        return new TimeSpan(start * MILLI, end * MILLI);
    }

    @Test
    void sharesAlikeAmongOpenRequestsAndLeavesTheRestIdle() {
        // 1 J each 20 ms: 50 W.
        EnergySplit split = OverlapSplitter.split(steady(51, 1), millis(0, 1000),
                List.of(millis(100, 300), millis(200, 400), millis(600, 700)));

        assertThat(split.requests().get(0).joules()).hasValueCloseTo(5 + 2.5, within(1e-9));
        assertThat(split.requests().get(1).joules()).hasValueCloseTo(2.5 + 5, within(1e-9));
        assertThat(split.requests().get(2).joules()).hasValueCloseTo(5.0, within(1e-9));
        assertThat(split.idle().joules()).hasValueCloseTo(30.0, within(1e-9));
        assertThat(split.other().joules()).hasValue(0);
        assertThat(split.total().joules()).hasValueCloseTo(50.0, within(1e-9));
    }

    @Test
    void keepsTheClaimOfARequestThatWasAloneAndWeakensThatOfASharedOne() {
        EnergySeries series = steady(51, 1);
        EnergySplit split = OverlapSplitter.split(series, millis(0, 1000),
                List.of(millis(90, 310), millis(400, 600), millis(500, 700)));

        EnergyReading alone = split.requests().get(0);
        EnergyReading window = series.window(90 * MILLI, 310 * MILLI);
        assertThat(alone.provenance()).isEqualTo(Provenance.MEASURED);
        assertThat(alone.flags()).isEmpty();
        assertThat(alone.lower()).isEqualTo(window.lower());
        assertThat(alone.upper()).isEqualTo(window.upper());
        EnergyReading shared = split.requests().get(1);
        assertThat(shared.provenance()).isEqualTo(Provenance.ESTIMATED);
        assertThat(shared.flags()).containsExactly(EnergyFlag.ATTRIBUTED);
        assertThat(shared.joules()).hasValueCloseTo(7.5, within(1e-9));
        assertThat(split.total().provenance()).isEqualTo(Provenance.MEASURED);
    }

    @Test
    void chargesNoRequestWithTheIdleTimeBeforeIt() {
        EnergySplit split = OverlapSplitter.split(steady(1001, 1), millis(0, 20_000),
                List.of(millis(100, 200), millis(19_000, 19_100)));

        assertThat(split.requests().get(1).joules()).hasValueCloseTo(5.0, within(1e-9));
        assertThat(split.idle().joules()).hasValueCloseTo(990.0, within(1e-9));
    }

    @Test
    void chargesNobodyWithALongGapInWhichRequestsChanged() {
        CounterRecorder recorder = jouleCounter();
        for (long millis = 0; millis <= 1000; millis += 20) {
            readAt(recorder, millis, millis);
        }
        for (long millis = 4000; millis <= 5000; millis += 20) {
            readAt(recorder, millis, millis);
        }

        EnergySplit changed = OverlapSplitter.split(recorder.series(), millis(0, 5000),
                List.of(millis(500, 2000), millis(2000, 4500)));
        EnergySplit unchanged = OverlapSplitter.split(recorder.series(), millis(0, 5000),
                List.of(millis(500, 4500)));

        assertThat(changed.requests().get(0).joules()).hasValueCloseTo(500.0, within(1e-9));
        assertThat(changed.requests().get(0).flags()).contains(EnergyFlag.GAP, EnergyFlag.PARTIAL);
        assertThat(changed.requests().get(1).joules()).hasValueCloseTo(500.0, within(1e-9));
        assertThat(changed.other().joules()).hasValueCloseTo(3000.0, within(1e-9));
        assertThat(unchanged.requests().get(0).joules()).hasValueCloseTo(4000.0, within(1e-9));
        assertThat(unchanged.other().joules()).hasValue(0);
    }

    @Test
    void hasNoFigureForARequestAfterTheSensorWasLost() {
        EnergySplit split = OverlapSplitter.split(steady(11, 1), millis(0, 1000),
                List.of(millis(0, 100), millis(500, 600)));

        assertThat(split.requests().get(0).isAvailable()).isTrue();
        assertThat(split.requests().get(1).isAvailable()).isFalse();
        assertThat(split.total().flags()).contains(EnergyFlag.PARTIAL);
    }

    @Test
    void givesTheCoveredTimeThatTheJoulesOfASourceThatEndsEarlyBelongTo() {
        // 50 W until 200 ms, nothing known until 1000 ms.
        EnergySeries series = steady(11, 1);
        EnergySplit split = OverlapSplitter.split(series, millis(0, 1000), List.of(millis(100, 600)));

        EnergyReading request = split.requests().getFirst();
        assertThat(request.flags()).contains(EnergyFlag.PARTIAL);
        assertThat(request.joules().orElseThrow() / (series.coveredNanos(100 * MILLI, 600 * MILLI) * 1e-9))
                .isCloseTo(50, within(1e-9));
        assertThat(split.total().joules().orElseThrow() / (series.coveredNanos(0, 1000 * MILLI) * 1e-9)).isCloseTo(50,
                within(1e-9));
    }

    @Test
    void saysWhyThereIsNothingToDivide() {
        EnergySplit split = OverlapSplitter.split(jouleCounter().series(), millis(0, 10), List.of(millis(0, 5)));

        assertThat(split.total().isAvailable()).isFalse();
        assertThat(split.idle().reason()).isPresent();
        assertThat(split.requests().getFirst().reason()).isPresent();
    }

    @Test
    void refusesARequestOutsideTheSpan() {
        EnergySeries series = steady(3, 1);
        assertThatThrownBy(() -> OverlapSplitter.split(series, millis(0, 10), List.of(millis(5, 11))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("not inside");
    }

    @Test
    void addsDevicesPartByPart() {
        List<TimeSpan> requests = List.of(millis(0, 100), millis(50, 150));
        EnergySplit one = OverlapSplitter.split(steady(11, 1), millis(0, 200), requests);
        EnergySplit both = one.plus(OverlapSplitter.split(steady(11, 3), millis(0, 200), requests));

        assertThat(both.requests().get(0).joules()).hasValueCloseTo(4 * (2.5 + 1.25), within(1e-9));
        assertThat(both.total().joules()).hasValueCloseTo(40.0, within(1e-9));
        assertThat(both.idle().joules()).hasValueCloseTo(10.0, within(1e-9));
    }

    @Test
    void conservesEveryJouleOfTenThousandRandomSchedules() {
        Random random = new Random(20_260_101);
        int withOther = 0;
        int withReset = 0;
        int withShared = 0;
        for (int schedule = 0; schedule < 10_000; schedule++) {
            EnergySeries series = randomSeries(random);
            long last = series.lastNanos().orElseThrow();
            TimeSpan span = new TimeSpan(-random.nextLong(50 * MILLI), last + random.nextLong(50 * MILLI));
            List<TimeSpan> requests = randomRequests(random, span);

            EnergySplit split = OverlapSplitter.split(series, span, requests);

            double parts = figure(split.idle()) + figure(split.other());
            for (EnergyReading request : split.requests()) {
                parts += figure(request);
                if (request.isAvailable()) {
                    assertThat(request.joules().orElseThrow()).isBetween(request.lower().orElseThrow(),
                            request.upper().orElseThrow());
                }
            }
            double total = figure(split.total());
            withOther += figure(split.other()) > 0 ? 1 : 0;
            withReset += split.total().flags().contains(EnergyFlag.RESET) ? 1 : 0;
            withShared += split.requests().stream().anyMatch(one -> one.flags().contains(EnergyFlag.ATTRIBUTED))
                    ? 1
                    : 0;
            assertThat(parts).as("schedule %d", schedule).isCloseTo(total, within(1e-9 * Math.max(total, 1e-3)));
        }
        assertThat(withOther).as("schedules in which a gap goes to nobody").isGreaterThan(500);
        assertThat(withReset).as("schedules with a reset").isGreaterThan(500);
        assertThat(withShared).as("schedules with requests that overlap").isGreaterThan(5_000);
    }

    private static EnergySeries randomSeries(Random random) {
        CounterRecorder recorder = new CounterRecorder(SeriesFixtures.device(Provenance.MEASURED), 1e-6,
                OptionalLong.of(1_000_000_000L), OptionalDouble.of(200));
        int samples = random.nextInt(2, 60);
        long nanos = 0;
        long counts = random.nextLong(1_000_000_000L);
        for (int i = 0; i < samples; i++) {
            long width = random.nextLong(MILLI);
            recorder.record(nanos, nanos + width, counts);
            int event = random.nextInt(40);
            long pause = event == 0 ? random.nextLong(3_000 * MILLI) : 19 * MILLI;
            nanos += width + 1 + pause;
            counts = event == 1
                    ? random.nextLong(1_000_000_000L)
                    : (counts + random.nextLong(1 + pause / 10)) % 1_000_000_000L;
        }
        return recorder.series();
    }

    private static List<TimeSpan> randomRequests(Random random, TimeSpan span) {
        List<TimeSpan> requests = new ArrayList<>();
        int count = random.nextInt(12);
        for (int i = 0; i < count; i++) {
            long start = random.nextLong(span.startNanos(), span.endNanos() + 1);
            long end = random.nextLong(start, span.endNanos() + 1);
            TimeSpan request = new TimeSpan(start, end);
            requests.add(switch (random.nextInt(6)) {
                case 0 -> new TimeSpan(start, start);
                case 1 -> requests.isEmpty() ? request : requests.get(random.nextInt(requests.size()));
                case 2 -> requests.isEmpty() ? request : nested(random, requests.getLast());
                case 3 -> span;
                default -> request;
            });
        }
        return requests;
    }

    private static TimeSpan nested(Random random, TimeSpan outer) {
        long start = random.nextLong(outer.startNanos(), outer.endNanos() + 1);
        return new TimeSpan(start, random.nextLong(start, outer.endNanos() + 1));
    }

    private static double figure(EnergyReading reading) {
        return reading.joules().orElse(0);
    }
}
