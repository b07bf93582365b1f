package dev.ipw.energy.internal.curve;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.simulation.Errors;
import dev.ipw.energy.simulation.SequentialRun.Query;
import dev.ipw.energy.simulation.SimulatedQueries;
import dev.ipw.energy.simulation.SteppingCounter;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** A window that is cut where work begins and ends is right without knowing of anything else. */
@Tag("statistical")
class BentStepsTests {
    private static final int SEEDS = 6;
    private static final int QUERIES = 60;
    private static final double LAG_SECONDS = 0.02;
    private static final double RESOLUTION_JOULES = 2e-3;

    @ParameterizedTest
    @CsvSource({"0.1, 0.02, 0.3, 1.2", "0.1, 0.05, 0.4, 1.5", "0.02, 0.005, 0.04, 0.15", "0.02, 0.05, 0.2, 0.8"})
    void areRightWhereStraightStepsAreBiased(double period, double poll, double median, double p95) {
        Errors bent = new Errors();
        Errors straight = new Errors();
        for (int seed = 0; seed < SEEDS; seed++) {
            SimulatedQueries simulated = simulated(seed, new SteppingCounter(period, 0.0005, poll));
            for (Query query : simulated.run().queries()) {
                double truth = simulated.trueJoules(query.start(), query.end());
                EnergyReading reading = simulated.measured(query.start(), query.end());
                EnergyReading plain = simulated.series().window(SteppingCounter.nanos(query.start()),
                        SteppingCounter.nanos(query.end()));
                bent.add(reading.joules().orElseThrow(), truth);
                straight.add(plain.joules().orElseThrow(), truth);
                assertThat(truth).isBetween(reading.lower().orElseThrow() - RESOLUTION_JOULES,
                        reading.upper().orElseThrow() + RESOLUTION_JOULES);
                assertThat(reading.flags()).isEqualTo(plain.flags());
            }
        }
        assertThat(bent.median()).isLessThanOrEqualTo(median).isLessThan(0.6 * straight.median());
        assertThat(bent.p95()).isLessThanOrEqualTo(p95).isLessThan(0.7 * straight.p95());
        assertThat(Math.abs(bent.bias())).isLessThan(0.4 * Math.abs(straight.bias()));
    }

    private static SimulatedQueries simulated(int seed, SteppingCounter counter) {
        return SimulatedQueries.of(new Random(seed), QUERIES, LAG_SECONDS, counter, false);
    }

    @Test
    void windowsThatAdjoinAddUp() {
        SimulatedQueries simulated = simulated(1, new SteppingCounter(0.1, 0.0005, 0.02));
        DeviceSeries series = simulated.series();
        for (Query query : simulated.run().queries()) {
            long start = SteppingCounter.nanos(query.start());
            long first = SteppingCounter.nanos(query.firstToken());
            long end = SteppingCounter.nanos(query.end());
            double whole = BentSteps.window(series, start, end).joules().orElseThrow();
            double parts = BentSteps.window(series, start, first).joules().orElseThrow()
                    + BentSteps.window(series, first, end).joules().orElseThrow();
            assertThat(parts).isCloseTo(whole, within(1e-9 * whole));
        }
    }
}
