package dev.ipw.energy;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Hold what one device has used since its first reading: joules that only grow, over time. Joules between two readings
 * are spread evenly over the time between them, so every figure is a difference of one curve E(t) and parts always add
 * up to the whole. A recorder appends from one thread; any thread may cut windows meanwhile.
 */
public final class EnergySeries {
    private final MeteredDevice device;
    private final SampleColumns samples = new SampleColumns();
    private final EnergySeries lowest;
    private final EnergySeries highest;
    private final StepMarks resets = new StepMarks();
    private final StepMarks wraps = new StepMarks();
    private final StepMarks gaps = new StepMarks();
    private final StepMarks unknown = new StepMarks();
    private volatile @Nullable String lossReason;
    private volatile boolean mirrored;

    EnergySeries(MeteredDevice device) {
        this.device = device;
        lowest = this;
        highest = this;
    }

    /** Create a series that takes its bounds from two others; a reading is appended to them first. */
    EnergySeries(MeteredDevice device, EnergySeries lowest, EnergySeries highest) {
        this.device = device;
        this.lowest = lowest;
        this.highest = highest;
    }

    /**
     * Name the device.
     *
     * @return what is metered, and how
     */
    public MeteredDevice device() {
        return device;
    }

    /**
     * Count the readings so far.
     *
     * @return how many there are
     */
    public int sampleCount() {
        return samples.size();
    }

    /**
     * Tell when the series begins.
     *
     * @return the time of the first reading in nanoseconds; empty if there is none
     */
    public OptionalLong firstNanos() {
        return samples.size() == 0 ? OptionalLong.empty() : OptionalLong.of(samples.midpoint(0));
    }

    /**
     * Tell how far the series reaches.
     *
     * @return the time of the last reading in nanoseconds; empty if there is none
     */
    public OptionalLong lastNanos() {
        int size = samples.size();
        return size == 0 ? OptionalLong.empty() : OptionalLong.of(samples.midpoint(size - 1));
    }

    /**
     * Tell what the device has used so far.
     *
     * @return joules from the first reading to the last; zero before there are two
     */
    public double totalJoules() {
        int size = samples.size();
        return size == 0 ? 0 : samples.value(size - 1) - samples.value(0);
    }

    /**
     * Say why readings stopped.
     *
     * @return the reason; empty while the sensor answers
     */
    public Optional<String> lossReason() {
        return Optional.ofNullable(lossReason);
    }

    /**
     * Cut a window. Both edges are interpolated between the readings around them. The bounds hold if the readings do: the
     * least is what was used between readings surely inside the window, the most what was used between readings surely
     * around it. Costs O(log n).
     *
     * @param startNanos when the window begins
     * @param endNanos   when it ends; not before its start
     * @return the joules in it, flagged RESET, WRAP, GAP, PARTIAL, SHORT, LOST or MIRRORED where that is so; UNAVAILABLE if no part
     *             of it is covered, or if the counter stood still throughout a second and twenty readings around it
     */
    public EnergyReading window(long startNanos, long endNanos) {
        return prefix().window(startNanos, endNanos);
    }

    /**
     * Tell for how much of a window the joules are known, so that those of a PARTIAL window can be turned into power.
     *
     * @param startNanos when the window begins
     * @param endNanos   when it ends; not before its start
     * @return the time inside the window between the first reading and the last, without the steps whose joules are
     *             unknown, in nanoseconds
     */
    public long coveredNanos(long startNanos, long endNanos) {
        return prefix().coveredNanos(startNanos, endNanos);
    }

    EnergyPrefix prefix() {
        return new EnergyPrefix(this, samples, samples.size());
    }

    /** Append a reading; the step to it bears the marks made since the reading before. */
    boolean append(long beforeNanos, long afterNanos, double joules) {
        boolean taken = samples.append(beforeNanos, afterNanos, joules);
        if (taken) {
            lossReason = null;
        }
        return taken;
    }

    /** Say of the step to the next reading that the counter started anew in it: what it lost is not known. */
    void markReset() {
        resets.add(samples.size());
        unknown.add(samples.size());
    }

    /** Say of the step to the next reading that the counter passed its range in it. */
    void markWrap() {
        wraps.add(samples.size());
    }

    /** Say of the step to the next reading that readings are missing in it. */
    void markGap(boolean joulesKnown) {
        gaps.add(samples.size());
        if (!joulesKnown) {
            unknown.add(samples.size());
        }
    }

    void lose(String reason) {
        lossReason = reason;
    }

    /** Say that another series moves exactly as this one does; windows cut from now on bear the flag. */
    void markMirrored() {
        mirrored = true;
    }

    boolean isMirrored() {
        return mirrored;
    }

    /** Give what was used between two readings; nothing if the second is not after the first. */
    double joulesBetween(int firstSample, int lastSample) {
        return firstSample < lastSample ? samples.value(lastSample) - samples.value(firstSample) : 0;
    }

    EnergySeries lowest() {
        return lowest;
    }

    EnergySeries highest() {
        return highest;
    }

    StepMarks resets() {
        return resets;
    }

    StepMarks wraps() {
        return wraps;
    }

    StepMarks gaps() {
        return gaps;
    }

    StepMarks unknown() {
        return unknown;
    }
}
