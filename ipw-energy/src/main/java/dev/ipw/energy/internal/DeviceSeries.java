package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.SensorState;
import dev.ipw.energy.TimeSpan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The joules of one device since its first reading, as a function of time that only grows. Joules between two readings
 * are spread evenly over the time between them, those of a counter between two of its movements, so every figure is a
 * difference of one curve E(t) and parts always add up to the whole. A recorder appends from one thread; any thread may
 * cut windows meanwhile.
 */
public final class DeviceSeries implements EnergySeries {
    private static final int MIN_KEPT = 32;
    // The newer half of the readings is never thinned.
    private static final int MAX_WITHDRAWN = 4000;

    private final MeteredDevice device;
    private final DeviceSeries origin;
    // Replaced as a whole when it is thinned, so that a reader sees readings and marks that belong together.
    private volatile SeriesReadings readings;
    private volatile @Nullable String lossReason;
    private volatile @Nullable SensorOutages outages;
    private volatile @Nullable SensorCondition doubt;
    private volatile boolean duplicate;
    private volatile boolean contradicted;
    private volatile int leftOut;
    // Not a number until a counter is read.
    private volatile double counterOffset = Double.NaN;
    private volatile double counterRange = Double.NaN;
    private int mostReadings = Integer.MAX_VALUE;
    private boolean held;

    private DeviceSeries(MeteredDevice device, SeriesReadings readings) {
        this.device = device;
        this.readings = readings;
        origin = this;
    }

    /** Copies the first readings of a series, with the facts that are known now. */
    private DeviceSeries(DeviceSeries original, SeriesReadings all, int count) {
        device = original.device;
        origin = original.origin;
        readings = all.first(count);
        lossReason = count < all.size() ? null : original.lossReason;
        doubt = original.doubt;
        duplicate = original.duplicate;
        contradicted = original.contradicted;
        counterOffset = original.counterOffset;
        counterRange = original.counterRange;
    }

    DeviceSeries(MeteredDevice device) {
        this(device, SeriesReadings.plain());
    }

    /** Creates a series that records its bounds too. */
    static DeviceSeries bounded(MeteredDevice device) {
        return new DeviceSeries(device, SeriesReadings.bounded());
    }

    /**
     * Casts the series of a session to their actual type.
     *
     * @param series the series of a session
     * @return the same series
     */
    public static List<DeviceSeries> of(List<EnergySeries> series) {
        return series.stream().map(DeviceSeries.class::cast).toList();
    }

    @Override
    public MeteredDevice device() {
        return device;
    }

    /** Returns whether the series is by a sensor of the same device. */
    public boolean isOf(MeteredDevice other) {
        return device.name().equals(other.name()) && device.scope() == other.scope();
    }

    @Override
    public int sampleCount() {
        return readings.size();
    }

    @Override
    public OptionalLong firstNanos() {
        SampleColumns samples = readings.samples();
        return samples.size() == 0 ? OptionalLong.empty() : OptionalLong.of(samples.midpoint(0));
    }

    @Override
    public OptionalLong lastNanos() {
        SampleColumns samples = readings.samples();
        int size = samples.size();
        return size == 0 ? OptionalLong.empty() : OptionalLong.of(samples.midpoint(size - 1));
    }

    @Override
    public double totalJoules() {
        SampleColumns samples = readings.samples();
        int size = samples.size();
        return size == 0 ? 0 : samples.value(size - 1) - samples.value(0);
    }

    @Override
    public Optional<String> lossReason() {
        return Optional.ofNullable(lossReason);
    }

    /**
     * Returns the interruptions of the readings.
     *
     * @return the interruptions; empty if there were none
     */
    public Optional<SensorOutages> outages() {
        return Optional.ofNullable(outages);
    }

    @Override
    public SensorState state() {
        return condition().state();
    }

    @Override
    public Optional<String> stateReason() {
        return condition().reason();
    }

    private SensorCondition condition() {
        SensorCondition doubted = doubt;
        String lost = lossReason;
        if (doubted != null && doubted.state() == SensorState.INCONSISTENT) {
            return doubted;
        }
        if (lost != null) {
            return SensorCondition.of(SensorState.LOST, lost);
        }
        SensorCondition seen = prefix().condition();
        return doubted == null || seen.state() == SensorState.STANDING_STILL ? seen : doubted;
    }

    /**
     * Returns whether figures of a past time may rest on this series; its current standing if it had not proved itself
     * by then.
     */
    Standing standingAt(long nanos) {
        SensorState then = prefix().conditionAt(nanos).state();
        boolean isRead = lossReason == null || lastNanos().orElse(Long.MIN_VALUE) >= nanos;
        return doubt != null || !isRead || then == SensorState.UNPROVEN
                ? standing()
                : then.isUsable() ? Standing.USABLE : Standing.UNUSABLE;
    }

    /**
     * Returns whether figures rest on another sensor of its device, if there is one, although nothing is known against
     * this one yet: a counter that has stood still for long, of a kind that may be updated only each minute.
     *
     * @return true if so
     */
    public boolean isOverdue() {
        return condition().isOverdue();
    }

    /** Returns whether figures may rest on this series. */
    Standing standing() {
        SensorCondition now = condition();
        SensorState state = now.state();
        if (doubt != null || now.isOverdue() || !(state.isUsable() || state == SensorState.LOST)) {
            return Standing.UNUSABLE;
        }
        return state == SensorState.LOST ? Standing.LOST : Standing.USABLE;
    }

    /** The standing of a series among others of the same device; the first constant is the best. */
    enum Standing {
        /** Nothing contradicts it. */
        USABLE,
        /** The sensor is lost; its readings stay valid. */
        LOST,
        /** It stands still, or is doubted. */
        UNUSABLE
    }

    /**
     * Returns whether its joules are doubted: its counter is known to be wrong on some devices and has not proved
     * itself.
     *
     * @return true if so
     */
    public boolean isDoubted() {
        return doubt != null;
    }

    /** Returns the reason why its joules are doubted; empty if they are not. */
    Optional<String> doubt() {
        return Optional.ofNullable(doubt).flatMap(SensorCondition::reason);
    }

    /**
     * Counts the readings that were removed as misread, because those after them continue from those before them.
     *
     * @return the number of these readings; windows that reach across one are flagged GAP
     */
    public int leftOutReadings() {
        return leftOut;
    }

    @Override
    public EnergyReading window(long startNanos, long endNanos) {
        return prefix().window(startNanos, endNanos);
    }

    /**
     * Returns whether the joules of a window read low because it is brief: shorter than 2 s, or than 20 movements, of a
     * counter that moves about ten times a second, as most boards' counters do. Such a counter lags behind the energy
     * drawn, and a brief window ends before it has caught up.
     *
     * @param startNanos the start of the window
     * @param endNanos   the end of the window; not before its start
     * @return true if so; false for a counter that moves more or less often, and for power readings
     */
    public boolean isBrief(long startNanos, long endNanos) {
        return prefix().isBrief(startNanos, endNanos);
    }

    /**
     * Returns the joules of a window with another spread of the joules in a counter's steps than the even one. Cost
     * does not grow with the series.
     *
     * @param startNanos the start of the window
     * @param endNanos   the end of the window; not before its start
     * @param shape      returns E(t) at both edges, each from the steps around it; not called where joules do not come
     *                   from a counter
     * @return the joules, as {@link #window(long, long)} returns them
     */
    public EnergyReading window(long startNanos, long endNanos, EnergyShape shape) {
        return prefix().window(startNanos, endNanos, shape);
    }

    @Override
    public long coveredNanos(long startNanos, long endNanos) {
        return prefix().coveredNanos(startNanos, endNanos);
    }

    /**
     * Returns whether the joules up to a moment are all known: the device was read after it, and a counter has moved
     * since.
     *
     * @param nanos the moment
     * @return true if no later reading changes windows that end by then
     */
    public boolean isSettledAt(long nanos) {
        return prefix().isSettledAt(nanos);
    }

    /**
     * Returns the current readings as steps between edges.
     *
     * @return the steps; later readings do not change them
     */
    public EnergySteps steps() {
        return prefix().steps();
    }

    /**
     * Returns the steps of a part of the series, with enough steps around it to place its edges. Cost does not grow
     * with the series.
     *
     * @param span the part
     * @return the steps; later readings do not change them
     */
    public EnergySteps steps(TimeSpan span) {
        return prefix().steps(span.startNanos(), span.endNanos());
    }

    /**
     * Returns the latest moment for which {@link #isSettledAt} holds.
     *
     * @return the moment; empty if the joules up to none are known yet
     */
    public OptionalLong settledUntil() {
        return prefix().settledUntil();
    }

    /**
     * Returns the series as it was when it first showed all joules up to a moment: with the readings up to the one by
     * which {@link #isSettledAt} holds, or all if it does not hold yet. Later readings do not change it.
     *
     * @param nanos the moment
     * @return a copy, to be read only
     */
    public DeviceSeries settledAt(long nanos) {
        SeriesReadings now = readings;
        int count = new EnergySnapshot(this, now).settlingReading(nanos) + 1;
        return new DeviceSeries(this, now, Math.min(count, now.size()));
    }

    /**
     * Returns the series as it is now. Later readings do not change it.
     *
     * @return a copy, to be read only
     */
    public DeviceSeries asOfNow() {
        SeriesReadings now = readings;
        return new DeviceSeries(this, now, now.size());
    }

    /**
     * Returns the series that grows, of which this one is an earlier state.
     *
     * @return the series; itself if it is no copy
     */
    public DeviceSeries origin() {
        return origin;
    }

    EnergySnapshot prefix() {
        return new EnergySnapshot(this, readings);
    }

    /** Appends a reading; the step to it gets the marks made since the reading before. */
    boolean append(long beforeNanos, long afterNanos, double joules) {
        return append(beforeNanos, afterNanos, joules, joules, joules);
    }

    /** Appends a reading with its bounds. */
    boolean append(long beforeNanos, long afterNanos, double joules, double lowest, double highest) {
        if (readings.size() >= mostReadings) {
            readings = readings.thinned(Thinning.ofHalf(mostReadings));
        }
        SeriesReadings now = readings;
        int step = now.size();
        // The number of samples makes a reading visible, so its marks are written first.
        if (now.isBounded()) {
            now.lowest().append(beforeNanos, afterNanos, lowest);
            now.highest().append(beforeNanos, afterNanos, highest);
        }
        if (held) {
            now.throttled().add(step);
        }
        boolean taken = now.samples().append(beforeNanos, afterNanos, joules);
        if (taken) {
            noteReturn(now.samples(), step);
        }
        return taken;
    }

    /** Returns the times of the last readings, in order. */
    long[] lastNanos(int last) {
        SampleColumns samples = readings.samples();
        int size = samples.size();
        return IntStream.range(Math.max(0, size - last), size).mapToLong(samples::midpoint).toArray();
    }

    /**
     * Removes the last readings, which turned out to be wrong; the next step begins at the reading before them.
     *
     * @return false if the reading before them is no longer stored
     */
    boolean withdraw(int last) {
        SeriesReadings now = readings;
        int kept = now.size() - last;
        if (kept < 1 || last > Math.min(mostReadings, MAX_WITHDRAWN) / 4) {
            return false;
        }
        readings = now.first(kept);
        int before = leftOut;
        leftOut = before + last;
        return true;
    }

    private void noteReturn(SampleColumns samples, int reading) {
        String why = lossReason;
        if (why != null && reading > 0) {
            long nanos = samples.midpoint(reading) - samples.midpoint(reading - 1);
            SensorOutages before = outages;
            outages = before == null ? new SensorOutages(1, Duration.ofNanos(nanos), why) : before.plus(nanos, why);
        }
        lossReason = null;
    }

    /** Marks the step to the next reading as one in which the counter restarted: its lost joules are unknown. */
    void markReset() {
        readings.resets().add(readings.size());
        readings.unknown().add(readings.size());
    }

    /** Marks the step to the next reading as one in which the counter wrapped. */
    void markWrap() {
        readings.wraps().add(readings.size());
    }

    /** Marks the step to the next reading as one with missing readings. */
    void markGap(boolean joulesKnown) {
        readings.gaps().add(readings.size());
        if (!joulesKnown) {
            readings.unknown().add(readings.size());
        }
    }

    /** Marks the next reading as late or slow. */
    void markLate() {
        readings.late().add(readings.size());
    }

    /** Sets whether the device is throttled from now on. */
    void throttle(boolean isHeld) {
        held = isHeld;
    }

    void lose(String reason) {
        lossReason = reason;
    }

    /** Marks the series as a duplicate of another one; windows cut from now on have the flag. */
    void markDuplicate() {
        duplicate = true;
    }

    boolean isDuplicate() {
        return duplicate;
    }

    /**
     * Sets whether another sensor of the device shows other joules, and it is open which one is right; windows then
     * have the flag.
     */
    void contradict(boolean isContradicted) {
        contradicted = isContradicted;
    }

    boolean isContradicted() {
        return contradicted;
    }

    /** Counts the steps whose joules are not all known. */
    int unknownSteps() {
        return readings.unknown().count();
    }

    void doubt(SensorState state, String reason) {
        doubt = SensorCondition.of(state, reason);
    }

    void believe() {
        doubt = null;
    }

    /**
     * Returns the value that the device's own counter had when this series was at zero, so that the values of two
     * processes can be compared.
     *
     * @return joules; empty if the joules do not come from a counter, or it has not been read yet
     */
    public OptionalDouble counterOffsetJoules() {
        double known = counterOffset;
        return Double.isNaN(known) ? OptionalDouble.empty() : OptionalDouble.of(known);
    }

    /**
     * Returns the joules after which the device's own counter starts at zero again.
     *
     * @return joules; empty if it never does
     */
    public OptionalDouble counterRangeJoules() {
        double known = counterRange;
        return Double.isNaN(known) ? OptionalDouble.empty() : OptionalDouble.of(known);
    }

    /** Sets the range of the device's own counter. */
    void countTo(double rangeJoules) {
        counterRange = rangeJoules;
    }

    /** Sets the value of the device's own counter at which this series is at zero. */
    void countFrom(double offsetJoules) {
        if (counterOffset != offsetJoules) {
            counterOffset = offsetJoules;
        }
    }

    /**
     * Returns E(t) with the even spread of joules over the steps.
     *
     * @param nanos the moment
     * @return joules since the series began; empty before there is a reading
     */
    public OptionalDouble joulesUpTo(long nanos) {
        return prefix().joulesUpTo(nanos);
    }

    /**
     * Starts an empty copy of a series that is elsewhere.
     *
     * @param device    the device
     * @param isBounded whether the readings have bounds of their own
     * @return a series to which {@link #append(SeriesPart)} adds
     */
    public static DeviceSeries copyOf(MeteredDevice device, boolean isBounded) {
        return isBounded ? bounded(device) : new DeviceSeries(device);
    }

    /**
     * Returns whether the readings have bounds of their own.
     *
     * @return true for estimates and integrated power
     */
    public boolean isBounded() {
        return readings.isBounded();
    }

    /**
     * Copies the readings after a moment.
     *
     * @param nanos the moment
     * @return the readings whose middle is later
     */
    public SeriesPart after(long nanos) {
        SeriesReadings now = readings;
        int count = now.size();
        return SeriesPart.of(now, now.samples().atOrBefore(nanos, count) + 1, count);
    }

    /**
     * Returns whether a reading is still part of the series.
     *
     * @param nanos its time
     * @return false if it was removed as misread, or thinned out
     */
    public boolean hasReadingAt(long nanos) {
        SampleColumns samples = readings.samples();
        int index = samples.atOrBefore(nanos, samples.size());
        return index >= 0 && samples.midpoint(index) == nanos;
    }

    /**
     * Appends the next readings of the series that this one copies.
     *
     * @param part the readings
     */
    public void append(SeriesPart part) {
        for (int i = 0; i < part.size(); i++) {
            int step = readings.size() >= mostReadings ? thinnedSize() : readings.size();
            mark(step, part.marks()[i]);
            long before = part.midNanos()[i] - part.halfWidthNanos()[i];
            long after = part.midNanos()[i] + part.halfWidthNanos()[i];
            append(before, after, part.joules()[i], isBounded() ? part.lowest()[i] : part.joules()[i],
                    isBounded() ? part.highest()[i] : part.joules()[i]);
        }
    }

    private int thinnedSize() {
        readings = readings.thinned(Thinning.ofHalf(mostReadings));
        return readings.size();
    }

    private void mark(int step, int marks) {
        SeriesReadings now = readings;
        addIf((marks & SeriesPart.RESET) != 0, now.resets(), step);
        addIf((marks & SeriesPart.WRAP) != 0, now.wraps(), step);
        addIf((marks & SeriesPart.GAP) != 0, now.gaps(), step);
        addIf((marks & SeriesPart.UNKNOWN) != 0, now.unknown(), step);
        addIf((marks & SeriesPart.THROTTLED) != 0, now.throttled(), step);
        addIf((marks & SeriesPart.LATE) != 0, now.late(), step);
    }

    private static void addIf(boolean isMarked, StepMarks marks, int step) {
        if (isMarked) {
            marks.add(step);
        }
    }

    /**
     * Removes the last readings of a copy, because the copied series removed them as misread.
     *
     * @param last their number
     */
    public void drop(int last) {
        if (last > 0) {
            readings = readings.first(Math.max(0, readings.size() - last));
            leftOut = leftOut + last;
        }
    }

    /**
     * Returns the facts that are not in the readings.
     *
     * @return what a copy of this series has to take over
     */
    public SeriesStanding standingFacts() {
        SensorCondition doubted = doubt;
        return new SeriesStanding(lossReason(), Optional.ofNullable(doubted).map(SensorCondition::state),
                Optional.ofNullable(doubted).flatMap(SensorCondition::reason), duplicate, contradicted);
    }

    /**
     * Takes over the facts about the series that this one copies.
     *
     * @param facts the facts
     */
    public void take(SeriesStanding facts) {
        lossReason = facts.lossReason().orElse(null);
        doubt = facts.doubt().map(state -> new SensorCondition(state, facts.doubtReason(), false)).orElse(null);
        duplicate = facts.isDuplicate();
        contradicted = facts.isContradicted();
    }

    /**
     * Limits the number of stored readings from now on, as {@link EnergyRecorder#keepAtMost} does.
     *
     * @param most the maximum number; at least 32
     */
    public void keepAtMost(int most) {
        if (most < MIN_KEPT) {
            throw new IllegalArgumentException("Keep at least " + MIN_KEPT + " readings, not " + most);
        }
        mostReadings = most;
    }
}
