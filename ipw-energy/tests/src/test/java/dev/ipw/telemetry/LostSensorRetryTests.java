package dev.ipw.telemetry;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.DeviceSeries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Lose a sensor for a while, on a clock that moves as the sampler waits. */
class LostSensorRetryTests {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000 * MILLI;
    private static final double WATTS = 100;
    private static final Sensor COUNTER = Sensor.energyCounter("gpu-0", Scope.GPU, "counter of gpu-0", 1e-3,
            OptionalLong.empty()).withLimitWatts(300);
    private static final Sensor POWER = Sensor.of("gpu-0", Scope.GPU, Quantity.POWER_WATTS, "power of gpu-0");

    private final DrivenClock clock = new DrivenClock(SECOND);
    private final Demand demand = new Demand(clock, () -> {});
    private final List<Long> retries = new ArrayList<>();
    private long awayFrom = 3 * SECOND;
    private long awayUntil = 3 * SECOND + 500 * MILLI;
    private long endNanos = 10 * SECOND;
    private long lostCounts;

    /** Answers no more once it failed, until it is asked to try again. */
    private final class StubbornSource implements TelemetrySource {
        private final Sensor sensor;
        private final boolean throwing;
        private boolean givenUp;
        private Runnable end = () -> {};

        StubbornSource(Sensor sensor, boolean throwing) {
            this.sensor = sensor;
            this.throwing = throwing;
        }

        @Override
        public String id() {
            return "stubborn";
        }

        @Override
        public List<Sensor> sensors() {
            return List.of(sensor);
        }

        @Override
        public Duration period() {
            return Duration.ofMillis(20);
        }

        @Override
        public void retryLost() {
            retries.add(clock.now);
            givenUp = false;
        }

        @Override
        public void sample(SampleSink sink) {
            if (clock.now >= endNanos) {
                end.run();
            }
            givenUp |= clock.now >= awayFrom && clock.now < awayUntil;
            if (givenUp && throwing) {
                throw new IllegalStateException("the driver is away");
            }
            if (givenUp) {
                sink.lost(0, "the driver is away");
            } else if (sensor.equals(POWER)) {
                sink.gauge(0, WATTS);
            } else {
                long counts = Math.round(clock.now / 1e9 * WATTS * 1e3);
                sink.counter(0, clock.now > awayFrom ? counts - lostCounts : counts);
            }
        }

        @Override
        public void close() {}
    }

    private DeviceSeries run(Sensor sensor, boolean throwing) {
        Runnable close = demand.open();
        StubbornSource source = new StubbornSource(sensor, throwing);
        SourceRecorders recorders = new SourceRecorders(source.sensors(), 20 * MILLI, new HashMap<>());
        Sampler sampler = new Sampler(source, recorders, Optional.empty(), demand, clock);
        source.end = sampler::stop;
        sampler.run();
        close.run();
        losses = recorders.readings().losses(List.of());
        return sampler.energy().getFirst();
    }

    private List<String> losses = List.of();

    @Test
    void aCounterCountsThroughTheTimeInWhichItWasLost() {
        DeviceSeries series = run(COUNTER, false);

        EnergyReading whole = series.window(2 * SECOND, 8 * SECOND);
        assertThat(whole.joules().orElseThrow()).isCloseTo(6 * WATTS, within(1.0));
        assertThat(whole.provenance()).isEqualTo(Provenance.MEASURED);
        assertThat(whole.isComplete()).isTrue();
        EnergyReading cut = series.window(2 * SECOND, 3 * SECOND + 250 * MILLI);
        assertThat(cut.flags()).contains(EnergyFlag.GAP);
        assertThat(cut.lower().orElseThrow()).isLessThanOrEqualTo(125);
        assertThat(cut.upper().orElseThrow()).isGreaterThanOrEqualTo(125);
    }

    @Test
    void tellsOnceHowOftenAndHowLongItWasLost() {
        DeviceSeries series = run(COUNTER, false);

        assertThat(series.lossReason()).isEmpty();
        assertThat(series.outages()).hasValueSatisfying(outages -> {
            assertThat(outages.times()).isEqualTo(1);
            assertThat(outages.total().toMillis()).isBetween(500L, 1_000L);
            assertThat(outages.reason()).isEqualTo("the driver is away");
        });
        assertThat(losses).hasSize(1).first().asString().contains("counter of gpu-0", "lost once and read again",
                "the driver is away");
    }

    @Test
    void asksAgainAfterPausesThatDoubleUpToFiveSeconds() {
        awayUntil = 40 * SECOND;
        endNanos = 39 * SECOND;
        run(COUNTER, false);

        List<Long> pauses = new ArrayList<>();
        for (int i = 1; i < retries.size(); i++) {
            pauses.add(Math.round((retries.get(i) - retries.get(i - 1)) / 1e8));
        }
        assertThat(retries.getFirst() - awayFrom).isBetween(100 * MILLI, 150 * MILLI);
        assertThat(pauses).startsWith(2L, 4L, 8L, 16L, 32L, 50L, 50L);
    }

    @Test
    void readsASourceAgainThatThrewAndKeepsNoCoreBusyMeanwhile() {
        DeviceSeries series = run(COUNTER, true);

        assertThat(series.lossReason()).isEmpty();
        EnergyReading whole = series.window(2 * SECOND, 8 * SECOND);
        assertThat(whole.joules().orElseThrow()).isCloseTo(6 * WATTS, within(1.0));
        assertThat(whole.flags()).contains(EnergyFlag.GAP);
        assertThat(retries.size()).isBetween(2, 4);
    }

    @Test
    void aCounterThatBeganAnewGivesNeitherNegativeNorHugeJoules() {
        lostCounts = Math.round(3.2 * WATTS * 1e3);
        DeviceSeries series = run(COUNTER, false);

        EnergyReading whole = series.window(2 * SECOND, 8 * SECOND);
        assertThat(whole.flags()).contains(EnergyFlag.RESET, EnergyFlag.PARTIAL);
        assertThat(whole.joules().orElseThrow()).isBetween(5 * WATTS, 6 * WATTS);
        assertThat(series.window(3 * SECOND + 50 * MILLI, 3 * SECOND + 400 * MILLI).isAvailable()).isFalse();
    }

    @Test
    void powerThatWasLostIsAGap() {
        DeviceSeries series = run(POWER, false);

        EnergyReading whole = series.window(2 * SECOND, 8 * SECOND);
        assertThat(whole.flags()).contains(EnergyFlag.GAP);
        assertThat(whole.joules().orElseThrow()).isCloseTo(6 * WATTS, within(1.0));
        assertThat(losses).hasSize(1).first().asString().contains("power of gpu-0", "lost once");
    }
}
