package dev.ipw.energy.internal.curve;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.EnergySteps;
import dev.ipw.energy.internal.PowerRecorder;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Random power, constant over 5 ms slices, read each 20 ms as it is or as a mean over the time before. */
@Tag("statistical")
class AveragedPowerTests {
    private static final int WINDOWS = 10_000;
    private static final int WINDOWS_OF_A_RUN = 250;
    private static final int SLICES = 6000;
    private static final long SLICE_NANOS = 5_000_000L;
    private static final int SLICES_OF_A_POLL = 4;
    private static final long POLL_NANOS = SLICES_OF_A_POLL * SLICE_NANOS;
    private static final double IDLE_WATTS = 70;
    private static final double LIMIT_WATTS = 700;

    private final double[] joules = new double[SLICES + 1];
    private final boolean[] jumps = new boolean[SLICES + 1];

    private void draw(Random random) {
        double watts = IDLE_WATTS;
        for (int slice = 0; slice < SLICES; slice++) {
            jumps[slice] = random.nextInt(100) == 0;
            if (jumps[slice]) {
                watts = random.nextBoolean() ? IDLE_WATTS : IDLE_WATTS + 600 * random.nextDouble();
            }
            joules[slice + 1] = joules[slice] + watts * SLICE_NANOS / 1e9;
        }
    }

    private double joulesAt(int slice) {
        return slice < 0 ? slice * IDLE_WATTS * SLICE_NANOS / 1e9 : joules[slice];
    }

    private PowerRecorder record(int averagedSlices, int trueSlices) {
        PowerRecorder recorder = new PowerRecorder(new MeteredDevice("gpu0", Scope.GPU, Provenance.INTEGRATED,
                "test power", POLL_NANOS, 0, averagedSlices * SLICE_NANOS));
        for (int slice = 0; slice <= SLICES; slice += SLICES_OF_A_POLL) {
            int back = Math.max(1, trueSlices);
            recorder.record(slice * SLICE_NANOS, slice * SLICE_NANOS,
                    (joulesAt(slice) - joulesAt(slice - back)) / (back * SLICE_NANOS / 1e9));
        }
        return recorder;
    }

    private static EnergyCurve curve(EnergySteps steps, PowerLimits limits) {
        return EnergyCurve.of(steps, new ActivityTimeline(new long[0], new int[0]), limits, OptionalDouble.empty());
    }

    @Test
    void boundsHoldTheTruthWhateverTheMeanHides() {
        int held = 0;
        int heldWithLimits = 0;
        int heldWithoutCurve = 0;
        for (int run = 0; run < WINDOWS / WINDOWS_OF_A_RUN; run++) {
            Random random = new Random(run);
            draw(random);
            int averaged = 20 * (1 + random.nextInt(10));
            // Who declares or assumes too long a mean is still right, only less sure.
            PowerRecorder recorder = record(averaged, run % 4 == 0 ? averaged / 2 : averaged);
            EnergySteps steps = recorder.series().steps();
            EnergyCurve plain = curve(steps, PowerLimits.UNKNOWN);
            EnergyCurve limited = curve(steps,
                    new PowerLimits(OptionalDouble.of(IDLE_WATTS), OptionalDouble.of(LIMIT_WATTS)));
            for (int i = 0; i < WINDOWS_OF_A_RUN; i++) {
                int one = random.nextInt(SLICES);
                int other = i % 2 == 0 ? random.nextInt(SLICES) : Math.min(SLICES, one + random.nextInt(400));
                int from = Math.min(one, other);
                int to = Math.max(one, other) + 1 > SLICES ? SLICES : Math.max(one, other) + 1;
                double truth = joules[to] - joules[from];
                held += holds(plain, from, to, truth) ? 1 : 0;
                heldWithLimits += holds(limited, from, to, truth) ? 1 : 0;
                EnergyReading window = recorder.series().window(from * SLICE_NANOS, to * SLICE_NANOS);
                heldWithoutCurve += window.lower().orElseThrow() <= truth + 1e-6
                        && truth <= window.upper().orElseThrow() + 1e-6 ? 1 : 0;
            }
        }
        assertThat(held).isGreaterThanOrEqualTo(WINDOWS * 999 / 1000);
        assertThat(heldWithLimits).isGreaterThanOrEqualTo(WINDOWS * 999 / 1000);
        assertThat(heldWithoutCurve).isGreaterThanOrEqualTo(WINDOWS * 999 / 1000);
    }

    private static boolean holds(EnergyCurve curve, int from, int to, double truth) {
        return curve.lowestBetween(from * SLICE_NANOS, to * SLICE_NANOS) <= truth + 1e-6
                && truth <= curve.highestBetween(from * SLICE_NANOS, to * SLICE_NANOS) + 1e-6;
    }

    @Test
    void standardDeviationsOfPowerOfAnInstantHoldItsJumps() {
        int within = 0;
        int withinTwo = 0;
        int windows = 0;
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            draw(random);
            EnergyCurve curve = curve(record(0, 0).series().steps(), PowerLimits.UNKNOWN);
            for (int i = 0; i < 100; i++) {
                int from = jumpFrom(random.nextInt(SLICES - 1000));
                int to = jumpFrom(from + 100 + random.nextInt(400));
                double error = Math.abs(curve.joulesAt(to * SLICE_NANOS) - curve.joulesAt(from * SLICE_NANOS)
                        - joules[to] + joules[from]);
                double sigma = curve.sigmaBetween(from * SLICE_NANOS, to * SLICE_NANOS);
                within += error <= sigma ? 1 : 0;
                withinTwo += error <= 2 * sigma ? 1 : 0;
                windows++;
            }
        }
        assertThat(within / (double) windows).isBetween(0.6, 0.95);
        assertThat(withinTwo / (double) windows).isGreaterThan(0.94);
    }

    private int jumpFrom(int slice) {
        int jump = slice;
        while (jump < SLICES && !jumps[jump]) {
            jump++;
        }
        return jump;
    }

    @Test
    void figuresAreExactWherePowerJumpsAndStaysForTheAveragingTime() {
        for (int slice = 0; slice < SLICES; slice++) {
            double watts = slice >= 2000 && slice < 4000 ? 500 : IDLE_WATTS;
            joules[slice + 1] = joules[slice] + watts * SLICE_NANOS / 1e9;
        }
        PowerRecorder recorder = record(200, 200);
        EnergyCurve curve = curve(recorder.series().steps(), PowerLimits.UNKNOWN);
        double figure = curve.joulesAt(4000 * SLICE_NANOS) - curve.joulesAt(2000 * SLICE_NANOS);
        assertThat(figure).isBetween(5000 - 0.1, 5000 + 0.1);
        assertThat(recorder.series().window(2000 * SLICE_NANOS, 4000 * SLICE_NANOS).joules().orElseThrow())
                .isBetween(figure - 1e-6, figure + 1e-6);
        assertThat(curve.sigmaBetween(2000 * SLICE_NANOS, 4000 * SLICE_NANOS)).isGreaterThan(50);
    }
}
