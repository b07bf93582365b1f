package dev.ipw.telemetry;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.DeviceSeries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Drive a sampler's clock by hand: parking moves it on, and so does reading the source. */
class SamplerTests {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000 * MILLI;
    private static final Sensor GPU = Sensor.energyCounter("gpu-0", Scope.GPU, "test gpu-0", 1e-3,
            OptionalLong.empty());

    private final DrivenClock clock = new DrivenClock(SECOND);
    private final Demand demand = new Demand(clock, () -> {});
    private final List<Long> tickNanos = new ArrayList<>();
    private long stepNanos = 100 * MILLI;
    private long endNanos = SECOND;
    private LongConsumer atTick = now -> {};

    /** A counter of 100 W that moves in steps. */
    private final class SteppingSource implements TelemetrySource {
        private final Duration period;
        private final Duration shortest;
        private Runnable end = () -> {};

        SteppingSource(Duration period, Duration shortest) {
            this.period = period;
            this.shortest = shortest;
        }

        @Override
        public String id() {
            return "stepping";
        }

        @Override
        public List<Sensor> sensors() {
            return List.of(GPU);
        }

        @Override
        public Duration period() {
            return period;
        }

        @Override
        public Duration shortestPeriod() {
            return shortest;
        }

        @Override
        public void sample(SampleSink sink) {
            tickNanos.add(clock.now);
            sink.counter(0, clock.now / stepNanos * stepNanos / 10_000);
            atTick.accept(clock.now);
            if (clock.now >= endNanos) {
                end.run();
            }
        }

        @Override
        public void close() {}
    }

    private Sampler run(Duration period, Duration shortest) {
        SteppingSource source = new SteppingSource(period, shortest);
        SourceRecorders recorders = new SourceRecorders(source.sensors(), period.toNanos(), new HashMap<>());
        Sampler sampler = new Sampler(source, recorders, Optional.empty(), demand, clock);
        source.end = sampler::stop;
        sampler.run();
        return sampler;
    }

    private List<Long> stepsFrom(long nanos) {
        List<Long> steps = new ArrayList<>();
        for (int i = 1; i < tickNanos.size(); i++) {
            if (tickNanos.get(i - 1) >= nanos) {
                steps.add(tickNanos.get(i) - tickNanos.get(i - 1));
            }
        }
        return steps;
    }

    @Test
    void readsOnceASecondUntilSomethingIsMeasured() {
        endNanos = 21 * SECOND;
        run(Duration.ofMillis(20), Duration.ofMillis(20));

        assertThat(stepsFrom(0)).hasSizeBetween(18, 23).allMatch(step -> step >= 900 * MILLI && step <= 1_100 * MILLI);
    }

    @Test
    void readsAtTheFullRateFromTheMomentAWatchOpensUntilThreeStepsAfterItCloses() {
        endNanos = 12 * SECOND;
        long opened = 5 * SECOND + 300 * MILLI;
        long closed = 7 * SECOND + 400 * MILLI;
        List<Runnable> close = new ArrayList<>();
        clock.at(opened, () -> close.add(demand.open()));
        clock.at(closed, () -> close.getFirst().run());
        Sampler sampler = run(Duration.ofMillis(20), Duration.ofMillis(20));

        assertThat(tickNanos).contains(opened);
        assertThat(stepsFrom(opened).stream().filter(step -> step <= 22 * MILLI).count()).isBetween(112L, 128L);
        long rest = tickNanos.stream().filter(tick -> tick > closed + 330 * MILLI).findFirst().orElseThrow();
        assertThat(stepsFrom(rest)).allMatch(step -> step >= 900 * MILLI);
        assertThat(sampler.report().lateTicks()).isZero();
    }

    @Test
    void choosesItsPeriodByTheStepsOfTheCounter() {
        Map<Long, Long> periods = new HashMap<>();
        for (long step : List.of(20L, 100L, 250L, 3L)) {
            tickNanos.clear();
            clock.now = SECOND;
            stepNanos = step * MILLI;
            endNanos = 21 * SECOND;
            Runnable close = demand.open();
            Sampler sampler = run(Duration.ofMillis(50), Duration.ofMillis(5));
            close.run();
            periods.put(step, sampler.report().periodNanos() / MILLI);
            assertThat(sampler.report().updatePeriodNanos().get("gpu-0"))
                    .isBetween(Math.max(5, step) * MILLI * 9 / 10, Math.max(5, step) * MILLI * 11 / 10);
        }
        assertThat(periods.get(100L)).isBetween(16L, 24L);
        assertThat(periods.get(20L)).isEqualTo(5);
        assertThat(periods.get(250L)).isEqualTo(50);
        assertThat(periods.get(3L)).isEqualTo(5);
    }

    @Test
    void readsLessOftenWhereAReadingTakesLongButTwiceInEachStep() {
        Map<Long, Long> periods = new HashMap<>();
        for (long tookMicros : List.of(10L, 300L, 500L, 700L, 3_200L, 7_000L)) {
            tickNanos.clear();
            clock.now = SECOND;
            endNanos = 21 * SECOND;
            atTick = now -> clock.now += tookMicros * 1_000;
            Runnable close = demand.open();
            Sampler sampler = run(Duration.ofMillis(20), Duration.ofMillis(5));
            close.run();
            periods.put(tookMicros, Math.round(sampler.report().periodNanos() / 1e6));
            assertThat(sampler.report().lateTicks()).isLessThan(sampler.report().ticks() / 5);
            for (long start = 5 * SECOND; start < 15 * SECOND; start += 970 * MILLI) {
                EnergyReading window = sampler.energy().getFirst().window(start, start + 3 * SECOND);
                assertThat(window.lower().orElseThrow()).isLessThanOrEqualTo(300);
                assertThat(window.upper().orElseThrow()).isGreaterThanOrEqualTo(300).isLessThan(335);
            }
        }
        assertThat(periods.get(10L)).isBetween(16L, 24L);
        assertThat(periods.get(300L)).isBetween(16L, 24L);
        assertThat(periods.get(500L)).isBetween(20L, 30L);
        assertThat(periods.get(700L)).isBetween(28L, 42L);
        assertThat(periods.get(3_200L)).isBetween(45L, 55L);
        assertThat(periods.get(7_000L)).isBetween(45L, 55L);
    }

    @Test
    void readsAFastCounterAsOftenHoweverLongThatTakes() {
        stepNanos = MILLI;
        endNanos = 11 * SECOND;
        atTick = now -> clock.now += 2 * MILLI;
        demand.open();

        assertThat(run(Duration.ofMillis(20), Duration.ofMillis(5)).report().periodNanos()).isEqualTo(5 * MILLI);
    }

    @Test
    void slowsDownAgainWhenTheCounterDoes() {
        stepNanos = 20 * MILLI;
        endNanos = 30 * SECOND;
        long[] fast = {0};
        atTick = now -> {
            if (now > 10 * SECOND && fast[0] == 0) {
                fast[0] = tickNanos.getLast() - tickNanos.get(tickNanos.size() - 2);
                stepNanos = 200 * MILLI;
            }
        };
        demand.open();
        Sampler sampler = run(Duration.ofMillis(100), Duration.ofMillis(1));

        assertThat(fast[0]).isBetween(3 * MILLI, 5 * MILLI);
        assertThat(sampler.report().periodNanos()).isBetween(35 * MILLI, 45 * MILLI);
    }

    @Test
    void keepsThePeriodOfASourceThatGivesNoShorterOne() {
        endNanos = 5 * SECOND;
        stepNanos = MILLI;
        demand.open();
        assertThat(run(Duration.ofMillis(20), Duration.ofMillis(20)).report().periodNanos()).isEqualTo(20 * MILLI);
    }

    @Test
    void variesItsPeriodByATenth() {
        endNanos = 11 * SECOND;
        demand.open();
        run(Duration.ofMillis(20), Duration.ofMillis(20));

        assertThat(stepsFrom(0)).allMatch(step -> step >= 18 * MILLI && step <= 22 * MILLI)
                .anyMatch(step -> step < 19 * MILLI).anyMatch(step -> step > 21 * MILLI);
    }

    @Test
    void takesARestForNoGapAndAStallForOneThatIsLate() {
        endNanos = 9 * SECOND;
        clock.at(5 * SECOND, () -> clock.now += 4 * SECOND);
        Sampler sampler = run(Duration.ofMillis(20), Duration.ofMillis(20));

        DeviceSeries series = sampler.energy().getFirst();
        EnergyReading rest = series.window(2 * SECOND, 3 * SECOND);
        EnergyReading stall = series.window(2 * SECOND, 9 * SECOND + 500 * MILLI);
        assertThat(rest.flags()).doesNotContain(EnergyFlag.GAP, EnergyFlag.LATE);
        assertThat(stall.flags()).contains(EnergyFlag.GAP, EnergyFlag.LATE);
        assertThat(sampler.report().lateTicks()).isEqualTo(1);
    }

    @Test
    void toleratesAQuarterOfThePeriodOfASourceThatIsReadSeldom() {
        endNanos = 20 * SECOND;
        stepNanos = SECOND;
        atTick = now -> clock.now += now < 10 * SECOND ? 200 * MILLI : 300 * MILLI;
        demand.open();
        Sampler sampler = run(Duration.ofSeconds(1), Duration.ofSeconds(1));

        long slow = tickNanos.stream().filter(tick -> tick >= 10 * SECOND).count();
        assertThat(slow).isGreaterThan(5);
        assertThat(sampler.report().lateTicks()).isEqualTo(slow);
    }

    @Test
    void countsAReadingThatTakesLongAsLateAndPausesAfterIt() {
        endNanos = 3 * SECOND;
        atTick = now -> clock.now += 30 * MILLI;
        demand.open();
        Sampler sampler = run(Duration.ofMillis(20), Duration.ofMillis(20));

        assertThat(sampler.report().lateTicks()).isEqualTo(sampler.report().ticks());
        assertThat(sampler.report().busyNanos()).isEqualTo(sampler.report().ticks() * 30 * MILLI);
        assertThat(stepsFrom(0)).allMatch(step -> step == 35 * MILLI);
    }

    @Test
    void saysSinceWhenASourceDoesNotAnswerAndHearsItAgain() {
        demand.open();
        endNanos = 2 * SECOND;
        List<List<String>> losses = new ArrayList<>();
        SteppingSource source = new SteppingSource(Duration.ofMillis(20), Duration.ofMillis(20));
        SourceRecorders recorders = new SourceRecorders(source.sensors(), 20 * MILLI, new HashMap<>());
        Sampler sampler = new Sampler(source, recorders, Optional.empty(), demand, clock);
        source.end = sampler::stop;
        atTick = now -> {
            if (losses.isEmpty() && now > 1_500 * MILLI) {
                clock.now += 200 * MILLI;
                sampler.noteSilence();
                losses.add(recorders.readings().losses(List.of()));
                clock.now += 200 * MILLI;
                sampler.noteSilence();
                losses.add(recorders.readings().losses(List.of()));
                assertThat(sampler.isAnswering()).isFalse();
            }
        };
        sampler.run();

        assertThat(losses.get(0)).isEmpty();
        assertThat(losses.get(1)).singleElement().asString()
                .contains("'test gpu-0' is lost: it has not answered since");
        assertThat(recorders.readings().losses(List.of())).singleElement().asString()
                .contains("was lost once and read again", "it has not answered since");
        assertThat(recorders.readings().energy().getFirst().window(1_100 * MILLI, 1_950 * MILLI).flags())
                .contains(EnergyFlag.GAP);
    }

    @Test
    void takesASourceThatFailsForNoneThatIsSilent() {
        demand.open();
        SteppingSource source = new SteppingSource(Duration.ofMillis(20), Duration.ofMillis(20));
        SourceRecorders recorders = new SourceRecorders(source.sensors(), 20 * MILLI, new HashMap<>());
        Sampler sampler = new Sampler(source, recorders, Optional.empty(), demand, clock);
        endNanos = clock.now + SECOND;
        atTick = now -> {
            if (now >= endNanos) {
                sampler.stop();
            }
            throw new IllegalStateException("fell off the bus");
        };
        sampler.run();
        clock.now += 10 * SECOND;
        sampler.noteSilence();
        sampler.noteLongSilence();

        assertThat(recorders.readings().losses(List.of())).singleElement().asString().contains("fell off the bus");
    }
}
