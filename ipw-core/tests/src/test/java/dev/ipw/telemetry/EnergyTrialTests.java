package dev.ipw.telemetry;

import dev.ipw.energy.Scope;
import dev.ipw.testing.DrivenSource;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EnergyTrialTests {
    private static final Sensor COUNTER = Sensor.energyCounter("package-0", Scope.PACKAGE, "a counter", 1e-6,
            OptionalLong.empty());
    private static final Sensor POWER = Sensor.of("gpu-0", Scope.GPU, Quantity.POWER_WATTS, "a power");
    private static final Sensor LOAD = Sensor.of("cpu", Scope.PACKAGE, Quantity.UTILIZATION_PERCENT, "a load");

    private final AtomicLong clock = new AtomicLong();
    private int readings;

    private EnergyFinding find(List<Sensor> sensors, Consumer<SampleSink> reading) {
        DrivenSource source = new DrivenSource("driven", sensors, sink -> {
            readings++;
            clock.addAndGet(10_000_000);
            reading.accept(sink);
        });
        return new EnergyTrial(clock::get, 500_000_000).of(List.of(source));
    }

    @Test
    void acceptsACounterAtItsFirstMovement() {
        assertThat(find(List.of(COUNTER), sink -> sink.counter(0, readings < 30 ? 5 : 6)))
                .isEqualTo(EnergyFinding.MEASURING);
        assertThat(readings).isEqualTo(30);
    }

    @Test
    void refusesACounterThatStandsStillForHalfASecond() {
        assertThat(find(List.of(COUNTER), sink -> sink.counter(0, 5))).isEqualTo(EnergyFinding.STANDING_STILL);
        assertThat(clock.get()).isEqualTo(500_000_000);
    }

    @Test
    void readsACounterOftenEnoughThoughEachReadingTakesLong() {
        assertThat(find(List.of(COUNTER), sink -> {
            clock.addAndGet(1_000_000_000);
            sink.counter(0, 5);
        })).isEqualTo(EnergyFinding.STANDING_STILL);
        assertThat(readings).isEqualTo(20);
    }

    @Test
    void acceptsPowerAboveZeroBesideACounterThatStandsStill() {
        assertThat(find(List.of(COUNTER, POWER), sink -> {
            sink.counter(0, 5);
            sink.gauge(1, 71.5);
        })).isEqualTo(EnergyFinding.MEASURING);
        assertThat(find(List.of(POWER), sink -> sink.gauge(0, 0))).isEqualTo(EnergyFinding.ABSENT);
    }

    @Test
    void findsNoEnergyInOtherQuantitiesAndInSensorsThatAreLost() {
        assertThat(find(List.of(LOAD), sink -> sink.gauge(0, 50))).isEqualTo(EnergyFinding.ABSENT);
        assertThat(find(List.of(COUNTER, LOAD), sink -> {
            sink.lost(0, "gone");
            sink.gauge(1, 50);
        })).isEqualTo(EnergyFinding.ABSENT);
    }

    @Test
    void measuresThoughASourceBesideItCannotBeRead() {
        DrivenSource broken = new DrivenSource("broken", List.of(COUNTER), sink -> {
            throw new IllegalStateException("the driver is gone");
        });
        DrivenSource live = new DrivenSource("live", List.of(COUNTER), sink -> sink.counter(0, readings++));
        assertThat(new EnergyTrial(clock::incrementAndGet, 100).of(List.of(broken, live)))
                .isEqualTo(EnergyFinding.MEASURING);
        assertThat(new EnergyTrial(clock::incrementAndGet, 100).of(List.of(broken))).isEqualTo(EnergyFinding.ABSENT);
    }
}
