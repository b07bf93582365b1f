package dev.ipw.importing.log;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.GaugeSeries;
import dev.ipw.energy.internal.PowerRecorder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalDouble;

/** The power of a log, made of its sorted readings, without readings that no device can have drawn. */
final class LoggedPower {
    private static final double WATTS_PER_MILLIWATT = 1e-3;
    // The factor of the power limit up to which readings are accepted: short overshoot is real.
    private static final double OF_THE_LIMIT = 2;
    private static final double OF_A_MACHINE_WATTS = 20_000;
    private static final int MIN_TO_COMPARE = 20;
    private static final double LOG_QUANTILE = 0.95;
    private static final double PLAUSIBLE_FACTOR = 10;
    private static final double MIN_SPIKE_MILLIWATTS = 1e6;
    private static final int NEIGHBOUR_PART = 3;
    // The assumed averaging time: the power of graphics boards is a mean over a second at most.
    private static final long ASSUMED_AVERAGING_NANOS = 1_000_000_000L;
    private static final int CONSTANT_MEANS = 10;
    private static final double MIN_RANGE = 0.1;
    private static final double STEEP_PART_OF_RANGE = 0.5;
    private static final int STEEP_PART_OF_AVERAGING = 5;

    private final LoggedColumn milliwatts;
    private final BitSet leftOut = new BitSet();

    LoggedPower(LoggedColumn milliwatts, OptionalDouble limitWatts) {
        this.milliwatts = milliwatts;
        double most = OF_THE_LIMIT * limitOf(limitWatts).orElseThrow() / WATTS_PER_MILLIWATT;
        for (int reading = 0; reading < milliwatts.count(); reading++) {
            leftOut.set(reading, milliwatts.value(reading) > most);
        }
        if (milliwatts.count() >= MIN_TO_COMPARE) {
            leaveOutAlone();
        }
    }

    /**
     * Excludes single readings far above the rest of the log, and far below: a device that is switched on always draws
     * power.
     */
    private void leaveOutAlone() {
        double[] sorted = milliwatts.sortedValues();
        double high = Math.max(MIN_SPIKE_MILLIWATTS,
                PLAUSIBLE_FACTOR * sorted[(int) (LOG_QUANTILE * (sorted.length - 1))]);
        double low = sorted[(int) ((1 - LOG_QUANTILE) * (sorted.length - 1))] / PLAUSIBLE_FACTOR;
        for (int reading = 0; reading < sorted.length; reading++) {
            double value = milliwatts.value(reading);
            double before = milliwatts.value(reading == 0 ? 1 : reading - 1);
            double after = milliwatts.value(reading == sorted.length - 1 ? reading - 1 : reading + 1);
            boolean spikes = value > high && value > NEIGHBOUR_PART * Math.max(before, after);
            boolean drops = value < low && value * NEIGHBOUR_PART < Math.min(before, after);
            if (spikes || drops) {
                leftOut.set(reading);
            }
        }
    }

    /** Lists the excluded readings. */
    int[] leftOut() {
        return leftOut.stream().toArray();
    }

    /** Counts the readings that are not excluded. */
    int count() {
        return milliwatts.count() - leftOut.cardinality();
    }

    GaugeSeries gauge() {
        GaugeSeries power = new GaugeSeries(milliwatts.periodNanos());
        for (int reading = 0; reading < milliwatts.count(); reading++) {
            power.record(milliwatts.nanos(reading), milliwatts.nanos(reading), watts(reading));
        }
        return power;
    }

    DeviceSeries series(String device, OptionalDouble averagingMillis, OptionalDouble limitWatts) {
        long averagingNanos = averagingMillis.isPresent()
                ? Math.round(averagingMillis.getAsDouble() * 1e6)
                : looksAveraged() ? ASSUMED_AVERAGING_NANOS : 0;
        PowerRecorder recorder = new PowerRecorder(new MeteredDevice(device, Scope.GPU, Provenance.INTEGRATED,
                "logged power", milliwatts.periodNanos(), 0, averagingNanos), limitOf(limitWatts));
        for (int reading = 0; reading < milliwatts.count(); reading++) {
            recorder.record(milliwatts.nanos(reading), milliwatts.nanos(reading), watts(reading));
        }
        return recorder.series();
    }

    /** Returns the power limit, or that of a whole machine: the log may be that of any meter. */
    static OptionalDouble limitOf(OptionalDouble limitWatts) {
        return OptionalDouble.of(limitWatts.orElse(OF_A_MACHINE_WATTS));
    }

    /**
     * Lists the times in which consecutive readings are the same for far longer than a power sensor takes to show
     * another mean.
     */
    List<TimeSpan> constantTimes(OptionalDouble averagingMillis) {
        long leastNanos = CONSTANT_MEANS
                * Math.max(ASSUMED_AVERAGING_NANOS, Math.round(averagingMillis.orElse(0) * 1e6));
        List<TimeSpan> times = new ArrayList<>();
        int from = 0;
        for (int to = 1; to <= milliwatts.count(); to++) {
            if (to == milliwatts.count() || milliwatts.value(to) != milliwatts.value(from)) {
                TimeSpan time = new TimeSpan(milliwatts.nanos(from), milliwatts.nanos(to - 1));
                if (to - from >= MIN_TO_COMPARE && time.nanos() >= leastNanos) {
                    times.add(time);
                }
                from = to;
            }
        }
        return times;
    }

    /** Returns a reading in watts; NaN for the recorders if it is excluded. */
    private double watts(int reading) {
        return leftOut.get(reading) ? Double.NaN : milliwatts.value(reading) * WATTS_PER_MILLIWATT;
    }

    /**
     * Returns whether power changes like a mean over a second. Such a mean changes by a fifth of its range in a fifth
     * of that time, where power itself changes by all of it. Power that hardly changes, or is read too seldom, gives no
     * evidence.
     */
    boolean looksAveraged() {
        LoggedColumn power = new LoggedColumn();
        for (int reading = leftOut.nextClearBit(0); reading < milliwatts.count(); reading = leftOut
                .nextClearBit(reading + 1)) {
            power.add(milliwatts.line(reading), milliwatts.nanos(reading), milliwatts.value(reading));
        }
        double[] sorted = power.sortedValues();
        double most = sorted.length == 0 ? 0 : sorted[sorted.length - 1];
        double range = sorted.length == 0 ? 0 : most - sorted[0];
        boolean hasClosePair = false;
        int from = 0;
        for (int to = 1; to < power.count(); to++) {
            while (power.nanos(to) - power.nanos(from) > ASSUMED_AVERAGING_NANOS / STEEP_PART_OF_AVERAGING) {
                from++;
            }
            hasClosePair |= from < to;
            double jump = Math.abs(power.value(to) - power.value(from));
            if (from < to && jump > STEEP_PART_OF_RANGE * range) {
                return false;
            }
        }
        return hasClosePair && range > MIN_RANGE * most;
    }
}
