package dev.ipw.energy.internal;

import dev.ipw.energy.MeteredDevice;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A recorder that turns the raw counts of an energy counter into joules that only grow. A step is plausible if it is at
 * most the energy that the device can draw by {@link PowerPlausibility} since the counter last moved, over at least
 * {@value PowerPlausibility#SHORTEST_STEP_SECONDS} s because counters move in steps, and over at least the maximum age
 * of a reading. A counter that falls has passed its range if the device can have drawn that much since it last moved.
 * Every other fall, and every implausible rise, counts as a restart of the counter, as after a suspended virtual
 * machine: the joules of that step stay unknown.
 *
 * <p>Until the counter moves again after such a reading it is in doubt. If a later reading continues from the one
 * before the doubt instead, or if the reading before a fall stood out from those around it, the readings in between
 * were misread: they are removed, the joules across them are those of the good readings around them, and the step is
 * flagged GAP.
 */
public final class CounterRecorder implements EnergyRecorder {
    private static final int READINGS_TO_JUDGE = 1000;
    private static final int MAX_OMITTED = 5;

    private final DeviceSeries series;
    private final StepClock clock;
    private final CounterState now;
    private final CounterState before;
    private final CounterState trusted;
    private boolean begun;
    private boolean knowsBefore;
    private int doubtedReadings;
    private boolean mayHaveRestarted;
    private long recorded;
    private long[] leftOut = new long[0];
    private int leftOutCount;

    /**
     * Starts recording a device.
     *
     * @param device         the device
     * @param joulesPerCount joules of one count
     * @param countRange     the number of counts after which the counter starts at zero again; empty if it never does
     * @param limitWatts     the maximum power of the device, in watts; empty if it is not known
     */
    public CounterRecorder(MeteredDevice device, double joulesPerCount, OptionalLong countRange,
            OptionalDouble limitWatts) {
        series = new DeviceSeries(device);
        countRange.ifPresent(range -> series.countTo(range * joulesPerCount));
        clock = new StepClock();
        now = new CounterState(device, joulesPerCount, countRange, limitWatts);
        before = new CounterState(device, joulesPerCount, countRange, limitWatts);
        trusted = new CounterState(device, joulesPerCount, countRange, limitWatts);
    }

    @Override
    public DeviceSeries series() {
        return series;
    }

    /**
     * Returns the readings that were removed as misread.
     *
     * @return their times in nanoseconds, in order
     */
    public long[] leftOutNanos() {
        return Arrays.copyOf(leftOut, leftOutCount);
    }

    /**
     * Records a reading that came as planned, a period after the one before it.
     *
     * @param beforeNanos the clock before the counter was read
     * @param afterNanos  the clock after it was read
     * @param counts      the raw counts
     */
    public void record(long beforeNanos, long afterNanos, long counts) {
        record(beforeNanos, afterNanos, series.device().periodNanos(), false, counts);
    }

    /**
     * Records a reading. A reading whose time does not advance is ignored; the next one includes its growth.
     *
     * @param beforeNanos      the clock before the counter was read
     * @param afterNanos       the clock after it was read
     * @param plannedStepNanos the planned time since the reading before it
     * @param late             true if it came late, or took long
     * @param counts           the raw counts
     */
    public void record(long beforeNanos, long afterNanos, long plannedStepNanos, boolean late, long counts) {
        if (!clock.advance(beforeNanos, afterNanos, plannedStepNanos)) {
            return;
        }
        recorded++;
        long nanos = beforeNanos + (afterNanos - beforeNanos) / 2;
        boolean leftOutOthers = begun && leaveOutMisread(nanos, counts);
        if (late) {
            series.markLate();
        }
        if (begun) {
            step(nanos, counts, leftOutOthers);
        } else {
            now.begin(nanos, counts);
        }
        begun = true;
        if (doubtedReadings == 0) {
            series.countFrom(now.offsetJoules());
        }
        series.append(beforeNanos, afterNanos, now.joules());
    }

    /** Marks the step to this reading, and adds the counts used in it. */
    private void step(long nanos, long counts, boolean leftOutOthers) {
        before.becomes(now);
        CounterStep step = now.advance(nanos, counts);
        boolean unseen = step == CounterStep.UNSEEN;
        if (unseen || clock.isGap() || leftOutOthers) {
            series.markGap(!unseen);
        }
        if (step == CounterStep.WRAPPED) {
            series.markWrap();
        }
        knowsBefore = step == CounterStep.ROSE || step == CounterStep.WRAPPED;
        if (step == CounterStep.ANEW) {
            series.markReset();
            if (doubtedReadings == 0) {
                trusted.becomes(before);
                mayHaveRestarted = trusted.canHaveBegunSince(nanos, counts);
            }
            doubtedReadings++;
        } else if (doubtedReadings > 0) {
            // The counter moves on from the value to which it fell, or nothing can decide any more: it restarted.
            doubtedReadings = unseen || counts != before.counts() ? 0 : doubtedReadings + 1;
        }
    }

    /** Returns to the reading from which this one continues, if those after it were misread. */
    private boolean leaveOutMisread(long nanos, long counts) {
        if (doubtedReadings > 0) {
            if (!trusted.goesOn(nanos, counts)) {
                return false;
            }
            // A counter near zero may equally have restarted: then neither is known.
            boolean ambiguous = mayHaveRestarted && now.goesOnAsUsual(nanos, counts);
            return !ambiguous && leaveOut(trusted, doubtedReadings);
        }
        boolean stoodOut = knowsBefore && now.counts() != before.counts() && !now.goesOn(nanos, counts)
                && before.goesOn(nanos, counts) && !before.canHaveBegunSince(nanos, counts);
        return stoodOut && leaveOut(before, 1);
    }

    private boolean leaveOut(CounterState good, int readings) {
        boolean tooMany = recorded > READINGS_TO_JUDGE && leftOutCount > recorded / MAX_OMITTED;
        long[] wrong = tooMany ? new long[0] : series.lastNanos(readings);
        if (tooMany || !series.withdraw(readings)) {
            return false;
        }
        leftOut = leftOutCount + readings > leftOut.length
                ? Arrays.copyOf(leftOut, 2 * (leftOutCount + readings))
                : leftOut;
        System.arraycopy(wrong, 0, leftOut, leftOutCount, readings);
        leftOutCount += readings;
        now.becomes(good);
        doubtedReadings = 0;
        return true;
    }
}
