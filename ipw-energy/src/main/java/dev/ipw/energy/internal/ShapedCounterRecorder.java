package dev.ipw.energy.internal;

import dev.ipw.energy.MeteredDevice;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A recorder of an energy counter that takes too long to be read in each tick, and of the device's power, which is read
 * in each. From time to time the counter is read in tick after tick until it moves: the joules between two such
 * movements are the counter's. Power divides them over the time between: E(t) at each reading of power is in proportion
 * to its integral.
 *
 * <p>The bounds of E(t) hold if the power between two readings lies between them, or is off by as much as power and
 * counter disagree in this time or the one before: they start from the movement before and from the one after, each
 * with the time in which it can have happened. So they do not add up from one movement to the next.
 *
 * <p>The series ends at the last movement that was seen and after which power changed; readings of power after it wait
 * for the next one.
 */
public final class ShapedCounterRecorder implements EnergyRecorder {
    private static final int GAP = 1;
    private static final int LATE = 2;
    private static final int THROTTLED = 4;
    private static final int KEPT_COUNTS = 1 << 10;
    private static final int MAX_UNDIVIDED = 1 << 12;
    private static final long STANDS_STILL_NANOS = 1_000_000_000L;
    /** Whether a reading of the counter comes as planned is not known: power shows missing readings. */
    private static final long ANY_STEP_NANOS = Long.MAX_VALUE;

    private final CounterRecorder counter;
    private final DeviceSeries series;
    private final StepClock clock = new StepClock();
    private final PowerTrack power = new PowerTrack();
    private @Nullable CounterMovement last;
    // Divided once power was updated after it: until then its power before is not known.
    private @Nullable CounterMovement next;
    private double disagreement;
    private boolean throttled;
    private boolean forgotten;
    private boolean readBefore;
    private boolean begun;
    private long previousBeforeNanos;
    private double previousJoules;
    private long unmovedSinceNanos;

    /**
     * Starts recording a device.
     *
     * @param device         the device
     * @param joulesPerCount joules of one count
     * @param countRange     the number of counts after which the counter starts at zero again; empty if it never does
     * @param limitWatts     the maximum power of the device, in watts; empty if it is not known
     */
    public ShapedCounterRecorder(MeteredDevice device, double joulesPerCount, OptionalLong countRange,
            OptionalDouble limitWatts) {
        counter = new CounterRecorder(device, joulesPerCount, countRange, limitWatts);
        counter.keepAtMost(KEPT_COUNTS);
        series = DeviceSeries.bounded(device);
        countRange.ifPresent(range -> series.countTo(range * joulesPerCount));
    }

    @Override
    public DeviceSeries series() {
        return series;
    }

    @Override
    public void throttled(boolean held) {
        throttled = held;
    }

    /**
     * Records a reading of power. In a tick with both, power comes first.
     *
     * @param beforeNanos      the clock before it was read
     * @param afterNanos       the clock after it was read
     * @param plannedStepNanos the planned time since the reading before it
     * @param late             true if it came late, or took long
     * @param watts            the power in watts; an impossible one counts as missing
     */
    public void recordPower(long beforeNanos, long afterNanos, long plannedStepNanos, boolean late, double watts) {
        if (!(watts >= 0 && watts <= PowerRecorder.MAX_WATTS)
                || !clock.advance(beforeNanos, afterNanos, plannedStepNanos)) {
            return;
        }
        if (power.size() == MAX_UNDIVIDED) {
            // The counter cannot be read for long: its joules of that time are not divided.
            power.forgetBefore(power.middle(MAX_UNDIVIDED / 2));
            forgotten = true;
        }
        power.add(beforeNanos, afterNanos, watts,
                (clock.isGap() ? GAP : 0) | (late ? LATE : 0) | (throttled ? THROTTLED : 0));
        if (next != null && (power.isUpdated()
                || beforeNanos - next.latestNanos() > PowerTrack.LONGEST_UPDATE_NANOS)) {
            divide();
        }
    }

    /** Records a tick in which the counter was not read, so that the next reading does not follow the one before. */
    public void skip() {
        readBefore = false;
    }

    /**
     * Records a reading of the counter.
     *
     * @param beforeNanos the clock before it was read
     * @param afterNanos  the clock after it was read
     * @param counts      the raw counts
     */
    public void recordCounter(long beforeNanos, long afterNanos, long counts) {
        int unknown = counter.series().unknownSteps();
        counter.record(beforeNanos, afterNanos, ANY_STEP_NANOS, false, counts);
        counter.series().counterOffsetJoules().ifPresent(series::countFrom);
        double joules = counter.series().totalJoules();
        if (!begun) {
            unmovedSinceNanos = beforeNanos;
        } else if (counter.series().unknownSteps() > unknown) {
            restart(beforeNanos, afterNanos, joules);
        } else if (joules != previousJoules) {
            if (readBefore) {
                moved(new CounterMovement(previousBeforeNanos, afterNanos, joules));
            }
            unmovedSinceNanos = beforeNanos;
        } else if (beforeNanos - unmovedSinceNanos > STANDS_STILL_NANOS) {
            standStill(beforeNanos, afterNanos, joules);
        }
        begun = true;
        readBefore = true;
        previousBeforeNanos = beforeNanos;
        previousJoules = joules;
    }

    private void moved(CounterMovement movement) {
        divide();
        next = movement;
    }

    private void divide() {
        CounterMovement from = last;
        CounterMovement to = next;
        if (to == null) {
            return;
        }
        if (from != null) {
            power.integrate();
            divide(from, to);
        }
        startFrom(to);
    }

    private void startFrom(CounterMovement movement) {
        last = movement;
        next = null;
        power.forgetBefore(movement.earliestNanos() - PowerTrack.LONGEST_UPDATE_NANOS);
    }

    /** Appends E(t) at each reading of power from one movement to the next. */
    private void divide(CounterMovement from, CounterMovement to) {
        double counted = to.joules() - from.joules();
        double integral = power.joulesAt(to.nanos()) - power.joulesAt(from.nanos());
        double own = integral > 0 ? Math.abs(counted / integral - 1) : 1;
        double tolerance = Math.max(own, disagreement);
        disagreement = own;
        int appended = series.sampleCount();
        for (int i = 0; i < power.size() && !forgotten; i++) {
            long nanos = power.middle(i);
            if (nanos > from.nanos() && nanos <= to.nanos()) {
                double share = integral > 0
                        ? (power.joulesAt(nanos) - power.joulesAt(from.nanos())) / integral
                        : (double) (nanos - from.nanos()) / (to.nanos() - from.nanos());
                double joules = from.joules() + Math.clamp(share, 0, 1) * counted;
                append(i, joules, Math.max(from.lowestAt(nanos, power, tolerance),
                        to.lowestAt(nanos, power, tolerance)),
                        Math.min(from.highestAt(nanos, power, tolerance), to.highestAt(nanos, power, tolerance)));
            }
        }
        if (series.sampleCount() == appended) {
            series.markGap(true);
            series.append(to.earliestNanos(), to.latestNanos(), to.joules());
        }
        forgotten = false;
    }

    private void append(int reading, double joules, double lowest, double highest) {
        int marks = power.marks(reading);
        if ((marks & GAP) != 0) {
            series.markGap(true);
        }
        if ((marks & LATE) != 0) {
            series.markLate();
        }
        series.throttle((marks & THROTTLED) != 0);
        series.append(power.before(reading), power.after(reading), joules, Math.min(lowest, joules),
                Math.max(highest, joules));
    }

    /** The joules since the last movement are lost: what follows starts from this reading. */
    private void restart(long beforeNanos, long afterNanos, double joules) {
        divide();
        series.markReset();
        series.append(beforeNanos, afterNanos, joules);
        startFrom(new CounterMovement(beforeNanos, afterNanos, joules));
    }

    /** A counter that does not move shows that it counts nothing. */
    private void standStill(long beforeNanos, long afterNanos, double joules) {
        series.append(beforeNanos, afterNanos, joules);
        startFrom(new CounterMovement(beforeNanos, afterNanos, joules));
    }
}
