package dev.ipw.importing.log;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.EnergySteps;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** The energy counter of a log, made of its sorted readings, and its readings that are rejected as faults. */
final class LoggedCounter {
    private static final double COUNTS_PER_MILLIJOULE = 1000;
    private static final double JOULES_PER_COUNT = 1e-6;
    // The maximum that fits as a number of small counts.
    private static final double MAX_MILLIJOULES = 9e12;
    // The minimum of the assumed power limit: the log may be that of any meter, even of a building; a step far above
    // the power of the rest of the log is not real.
    private static final double MIN_ASSUMED_WATTS = 1000;
    private static final double PLAUSIBLE_FACTOR = 10;
    private static final double LOG_QUANTILE = 0.9;
    private static final double STANDS_OUT = 3;
    private static final int MIN_TO_COMPARE = 10;
    private static final long PIECE_NANOS = 1_000_000_000L;

    private final LoggedColumn millijoules;
    private final DeviceSeries series;
    private final int[] leftOut;
    private final int[] anew;
    private final int[] unconfirmed;

    LoggedCounter(String device, LoggedColumn millijoules, OptionalDouble limitWatts) {
        this.millijoules = millijoules;
        CounterRecorder recorder = new CounterRecorder(
                new MeteredDevice(device, Scope.GPU, Provenance.MEASURED, "logged counter", millijoules.periodNanos()),
                JOULES_PER_COUNT, OptionalLong.empty(), OptionalDouble.of(limitWatts.orElse(assumedWatts())));
        double median = millijoules.sortedValues()[millijoules.count() / 2];
        double zero = median > MAX_MILLIJOULES ? median : 0;
        for (int reading = 0; reading < millijoules.count(); reading++) {
            recorder.record(millijoules.nanos(reading), millijoules.nanos(reading),
                    Math.round((millijoules.value(reading) - zero) * COUNTS_PER_MILLIJOULE));
        }
        series = recorder.series();
        leftOut = Arrays.stream(recorder.leftOutNanos()).mapToInt(millijoules::at).toArray();
        EnergySteps steps = series.steps();
        anew = IntStream.range(0, Math.max(0, steps.edges() - 1)).filter(steps::isUnknown)
                .map(step -> millijoules.at(steps.latest(step + 1))).toArray();
        unconfirmed = unconfirmed(steps);
    }

    /** Returns the readings at the ends that may be wrong, because no other reading behind them can confirm them. */
    private int[] unconfirmed(EnergySteps steps) {
        int[] known = IntStream.range(0, Math.max(0, steps.edges() - 1)).filter(step -> !steps.isUnknown(step))
                .toArray();
        if (known.length < MIN_TO_COMPARE) {
            return new int[0];
        }
        double most = STANDS_OUT * Arrays.stream(known, 1, known.length - 1).mapToDouble(step -> watts(steps, step))
                .max().orElse(0);
        int last = steps.edges() - 2;
        return IntStream.of(0, last).filter(step -> !steps.isUnknown(step) && watts(steps, step) > most)
                .map(step -> step == 0 ? 0 : millijoules.at(steps.latest(step + 1))).toArray();
    }

    private double watts(EnergySteps steps, int step) {
        long middles = (steps.earliest(step + 1) + steps.latest(step + 1)) / 2
                - (steps.earliest(step) + steps.latest(step)) / 2;
        return (steps.joules(step + 1) - steps.joules(step)) * PIECE_NANOS
                / Math.max(middles, millijoules.periodNanos());
    }

    /** Returns ten times the power of most of the log, which is assumed as its maximum power. */
    private double assumedWatts() {
        double[] watts = new double[millijoules.count()];
        int pieces = 0;
        int from = 0;
        boolean isShort = millijoules.lastNanos() - millijoules.nanos(0) < 2 * PIECE_NANOS;
        for (int to = 1; to < millijoules.count(); to++) {
            long nanos = millijoules.nanos(to) - millijoules.nanos(from);
            if (isShort || nanos >= PIECE_NANOS) {
                double milliwatts = (millijoules.value(to) - millijoules.value(from)) / nanos * PIECE_NANOS;
                if (milliwatts >= 0) {
                    watts[pieces++] = milliwatts / COUNTS_PER_MILLIJOULE;
                }
                from = to;
            }
        }
        Arrays.sort(watts, 0, pieces);
        double most = pieces == 0 ? 0 : watts[(int) (LOG_QUANTILE * (pieces - 1))];
        return Math.max(MIN_ASSUMED_WATTS, PLAUSIBLE_FACTOR * most);
    }

    DeviceSeries series() {
        return series;
    }

    /** Lists the excluded readings. */
    int[] leftOut() {
        return leftOut.clone();
    }

    /** Lists the first reading, the last, or both, if it alone implies far more power than all the others. */
    int[] unconfirmed() {
        return unconfirmed.clone();
    }

    /** Lists the readings at which the counter restarted. */
    int[] anew() {
        return anew.clone();
    }
}
