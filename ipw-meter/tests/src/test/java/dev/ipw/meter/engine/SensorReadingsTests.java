package dev.ipw.meter.engine;

import dev.ipw.meter.engine.EngineProfile.Sensing;
import dev.ipw.testing.Draws;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class SensorReadingsTests {
    private static final long MILLI = 1_000_000;

    @Test
    void aCounterShowsTheJoulesOfItsLastStepSomeMillisecondsLater() {
        for (long seed = 1; seed <= Draws.of(3, 30); seed++) {
            EngineRun run = EngineRun.of(EngineKind.CHAT, seed);
            Sensing sensing = run.engine().profile().sensor();
            EnergyCurve curve = run.engine().curves().getFirst();
            SensorReadings sensor = run.sensors().getFirst();
            long start = EngineRun.START_NANOS;
            long offset = sensor.millijoulesAt(start);
            long before = offset;
            for (long at = start + 10 * sensing.stepNanos(); at < start + 20_000 * MILLI; at += MILLI) {
                long counts = sensor.millijoulesAt(at);
                double least = sensing.gain() * curve.joulesAt(at - sensing.stepNanos() - sensing.longestLagNanos());
                double most = sensing.gain() * curve.joulesAt(at - sensing.shortestLagNanos());
                assertThat((counts - offset) / 1e3).isBetween(least - 2e-3, most + 2e-3);
                assertThat(counts).isGreaterThanOrEqualTo(before);
                before = counts;
            }
        }
    }

    @Test
    void powerIsTheMeanOfTheTimeBefore() {
        EngineRun run = EngineRun.of(EngineKind.POWER_1S, 2);
        Sensing sensing = run.engine().profile().sensor();
        EnergyCurve curve = run.engine().curves().getFirst();
        long end = EngineRun.START_NANOS;
        double sum = 0;
        int readings = 0;
        for (; end < run.endNanos(); end += sensing.stepNanos()) {
            sum += run.sensors().getFirst().wattsAt(end);
            readings++;
        }

        double mean = curve.joulesAt(end) / ((end - EngineRun.START_NANOS) / 1e9);
        assertThat(sum / readings / sensing.gain()).isCloseTo(mean, within(0.05 * mean));
    }
}
