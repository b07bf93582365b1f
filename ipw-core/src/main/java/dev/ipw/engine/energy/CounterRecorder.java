package dev.ipw.engine.energy;

import dev.ipw.energy.MeteredDevice;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Turn the raw counts of an energy counter into joules that only grow. A step is believed if it is no more than the device
 * can draw by {@link PowerPlausibility} since the counter last moved, over at least
 * {@value BelievablePower#SHORTEST_STEP_SECONDS} s because counters move in steps, and over as long as readings can be
 * old. A counter that falls has passed its range if the device can have drawn that much since it last moved. Every other
 * fall, and every rise that is not believed, starts the counter anew, as after a suspended virtual machine: what was used in that step stays unknown.
 *
 * <p>Until the counter moves on from such a reading it is in doubt. Where a later reading goes on from the one before the
 * doubt instead, or the reading before a fall stood out of those around it, what lies between was misread: it is left out, the
 * joules across it are those of the good readings around it, and the step bears GAP.
 */
public final class CounterRecorder implements EnergyRecorder {
    private static final int READINGS_TO_JUDGE = 1000;
    private static final int MOST_LEFT_OUT = 5;

    private final DeviceSeries series;
    private final StepClock clock;
    private final CounterState now;
    private final CounterState before;
    private final CounterState trusted;
    private boolean begun;
    private boolean knowsBefore;
    private int doubtedReadings;
    private boolean mayHaveBegunAnew;
    private long recorded;
    private long[] leftOut = new long[0];
    private int leftOutCount;

    /**
     * Starts recording a device.
     *
     * @param device         what is metered
     * @param joulesPerCount joules of one count
     * @param countRange     the number of counts after which the counter starts at zero again; empty if it never does
     * @param limitWatts     the most the device can draw, in watts; empty if that is not known
     */
    public CounterRecorder(MeteredDevice device, double joulesPerCount, OptionalLong countRange,
            OptionalDouble limitWatts) {
        series = new DeviceSeries(device);
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
     * Returns which readings were left out as misread.
     *
     * @return their times in nanoseconds, in order
     */
    public long[] leftOutNanos() {
        return Arrays.copyOf(leftOut, leftOutCount);
    }

    /**
     * Takes a reading that came as planned, a period after the one before it.
     *
     * @param beforeNanos the clock before the counter was read
     * @param afterNanos  the clock after it was read
     * @param counts      the raw counts
     */
    public void record(long beforeNanos, long afterNanos, long counts) {
        record(beforeNanos, afterNanos, series.device().periodNanos(), false, counts);
    }

    /**
     * Takes a reading. One whose time does not advance is left out; the next one makes up for it.
     *
     * @param beforeNanos      the clock before the counter was read
     * @param afterNanos       the clock after it was read
     * @param plannedStepNanos how long after the reading before it this one was to be taken
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
        series.append(beforeNanos, afterNanos, now.joules());
    }

    /** Marks what is to be said of the step to this reading, and add the counts used in it. */
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
                mayHaveBegunAnew = trusted.canHaveBegunSince(nanos, counts);
            }
            doubtedReadings++;
        } else if (doubtedReadings > 0) {
            // It moves on from where it fell to, or nothing tells any more: it began anew.
            doubtedReadings = unseen || counts != before.counts() ? 0 : doubtedReadings + 1;
        }
    }

    /** Goes back to the reading from which this one goes on, if those after it were misread. */
    private boolean leaveOutMisread(long nanos, long counts) {
        if (doubtedReadings > 0) {
            if (!trusted.goesOn(nanos, counts)) {
                return false;
            }
            // A counter near zero may as well have begun anew: then neither is known.
            boolean ambiguous = mayHaveBegunAnew && now.goesOnAsUsual(nanos, counts);
            return !ambiguous && leaveOut(trusted, doubtedReadings);
        }
        boolean stoodOut = knowsBefore && now.counts() != before.counts() && !now.goesOn(nanos, counts)
                && before.goesOn(nanos, counts) && !before.canHaveBegunSince(nanos, counts);
        return stoodOut && leaveOut(before, 1);
    }

    private boolean leaveOut(CounterState good, int readings) {
        boolean tooMany = recorded > READINGS_TO_JUDGE && leftOutCount > recorded / MOST_LEFT_OUT;
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
