package dev.ipw.report;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.report.power.PowerTrace;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class PowerTraceTests {
    private static final MeteredDevice DEVICE = new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED, "a test", 1);

    @Test
    void theLastStepLastsToItsEnd() {
        PowerTrace trace = PowerTrace.of(DEVICE, new double[]{0, 1}, new double[]{1, 4}, new double[]{50, 80}, 10);
        assertThat(trace.seconds()).containsExactly(0, 1, 4);
        assertThat(trace.watts()).containsExactly(50, 80, 80);
        assertThat(trace.isBucketed()).isFalse();
        assertThat(trace.hasGaps()).isFalse();
    }

    @Test
    void nobodyKnowsWhatWasDrawnBetweenStepsThatDoNotTouch() {
        PowerTrace trace = PowerTrace.of(DEVICE, new double[]{0, 3}, new double[]{1, 4}, new double[]{50, 80}, 10);
        assertThat(trace.seconds()).containsExactly(0, 1, 3, 4);
        assertThat(trace.watts()).containsExactly(50, Double.NaN, 80, 80);
        assertThat(trace.intervals()).isEqualTo(2);
        assertThat(trace.drawn()).isEqualTo(2);
        assertThat(trace.hasGaps()).isTrue();
    }

    @Test
    void bucketsKeepTheJoulesAndTheGaps() {
        int steps = 1000;
        // A second each, 100 W and 200 W in turn; those from 400 to 500 are unknown, and the last is ten times as long.
        int[] known = IntStream.range(0, steps).filter(step -> step < 400 || step >= 500).toArray();
        double[] from = IntStream.of(known).asDoubleStream().toArray();
        double[] to = IntStream.of(known).mapToDouble(step -> step + (step == steps - 1 ? 10 : 1)).toArray();
        double[] watts = IntStream.of(known).mapToDouble(step -> step % 2 == 0 ? 100 : 200).toArray();
        PowerTrace trace = PowerTrace.of(DEVICE, from, to, watts, 101);
        assertThat(trace.isBucketed()).isTrue();
        assertThat(trace.intervals()).isEqualTo(900);
        assertThat(trace.seconds()[trace.seconds().length - 1]).isCloseTo(1009, within(1e-6));
        double joules = 0;
        double unknown = 0;
        for (int point = 0; point + 1 < trace.seconds().length; point++) {
            double length = trace.seconds()[point + 1] - trace.seconds()[point];
            if (Double.isNaN(trace.watts()[point])) {
                unknown += length;
            } else {
                joules += trace.watts()[point] * length;
                assertThat(trace.least()[point]).isLessThanOrEqualTo(trace.watts()[point]);
                assertThat(trace.most()[point]).isGreaterThanOrEqualTo(trace.watts()[point]);
            }
        }
        assertThat(unknown).isBetween(80.0, 100.0);
        assertThat(joules).isBetween(136_800.0, 136_800.0 + 2 * 10 * 200);
    }

    @Test
    void showsNothingOfADeviceWithoutSteps() {
        PowerTrace trace = PowerTrace.of(DEVICE, new double[0], new double[0], new double[0], 10);
        assertThat(trace.intervals()).isZero();
        assertThat(trace.seconds()).isEmpty();
    }
}
