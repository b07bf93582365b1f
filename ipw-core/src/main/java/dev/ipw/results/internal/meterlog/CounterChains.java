package dev.ipw.results.internal.meterlog;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.results.internal.meterlog.LoggedPart.Unmetered;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Begun;
import dev.ipw.results.internal.meterlog.MeterLogTotals.DeviceSum;
import dev.ipw.results.internal.meterlog.MeterLogTotals.Reached;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The values of the devices' own counters up to which a process has divided their joules. By them it knows the joules of
 * a device while it was left out, and a later process those that were used while no meter ran. That is the growth of the counter if it is surely the same one and has
 * counted on: the same sensor, in the same boot of the machine, that has neither restarted nor, as far as the device's
 * power allows, passed its range in that time. Otherwise these joules are unknown.
 */
public final class CounterChains {
    /** The power that no device of a server exceeds, where its own limit is not known. */
    private static final double MAX_WATTS = 10_000;
    /** Measured peaks exceed the limit for moments. */
    private static final double PEAK_FACTOR = 2;
    /** The time by which the divided joules may be ahead of the counter: a step of a slow counter. */
    private static final double MAX_AHEAD_SECONDS = 1;
    private static final double ROUNDING_JOULES = 1e-3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final MeterLogTotals before;
    private final Begun process;
    private final Map<String, Chain> chains = new HashMap<>();

    /**
     * Begins the chains of a process.
     *
     * @param before  the sums of the log before it, which stay up to date
     * @param process the process
     */
    public CounterChains(MeterLogTotals before, Begun process) {
        this.before = before;
        this.process = process;
    }

    /**
     * The place of a block in the chain of a device.
     *
     * @param counterJoules the value of its own counter at the end of the block; empty if it is not known
     * @param unmetered     the joules before the block that nobody divided; empty if there are none
     */
    public record Link(OptionalDouble counterJoules, Optional<Unmetered> unmetered) {
        /** The place of a block of a device whose series is not known. */
        public static final Link NONE = new Link(OptionalDouble.empty(), Optional.empty());
    }

    /**
     * Adds a block.
     *
     * @param series     the device's joules
     * @param total      the joules that were divided in the block
     * @param time       the block, by nanoTime
     * @param limitWatts the maximum power of the device; empty if it is not known
     * @return the place of the block
     */
    public Link next(EnergySeries series, EnergyReading total, TimeSpan time, OptionalDouble limitWatts) {
        DeviceSeries device = (DeviceSeries) series;
        Chain chain = chains.get(device.device().name());
        Optional<Unmetered> unmetered = Optional.empty();
        OptionalDouble start = OptionalDouble.empty();
        if (chain == null) {
            start = counterAt(device, time.startNanos());
            unmetered = unmetered(device, start, time.startNanos(), limitWatts);
        } else if (time.startNanos() > chain.endNanos) {
            start = chain.series == device.origin() ? counterAt(device, time.startNanos()) : start;
            unmetered = Optional.of(leftOut(chain, device, start, time.startNanos()));
        } else if (chain.series == device.origin()) {
            start = chain.endJoules;
        }
        // The joules that are missing in a block stay unknown: they are not those of a time without a meter.
        OptionalDouble end = total.isComplete() && start.isPresent()
                ? OptionalDouble.of(start.getAsDouble() + total.joules().orElseThrow())
                : counterAt(device, time.endNanos());
        chains.put(device.device().name(), new Chain(device.origin(), end, time.endNanos()));
        return new Link(end, unmetered);
    }

    /** Returns the joules that a device used in blocks that left it out. */
    private static Unmetered leftOut(Chain chain, DeviceSeries device, OptionalDouble start, long startNanos) {
        double seconds = (startNanos - chain.endNanos) / NANOS_PER_SECOND;
        if (chain.series != device.origin()) {
            return unknown(seconds, "the device was left out, and another sensor of it was read before");
        }
        EnergyReading window = device.window(chain.endNanos, startNanos);
        if (!window.isComplete()) {
            return unknown(seconds, "the device was left out, and not all of its joules were read");
        }
        OptionalDouble growth = start.isPresent() && chain.endJoules.isPresent()
                ? OptionalDouble.of(start.getAsDouble() - chain.endJoules.getAsDouble())
                : window.joules();
        return new Unmetered(growth, seconds, "the device was left out");
    }

    private static OptionalDouble counterAt(DeviceSeries series, long nanos) {
        OptionalDouble offset = series.counterOffsetJoules();
        OptionalDouble joules = series.joulesUpTo(nanos);
        return offset.isPresent() && joules.isPresent()
                ? OptionalDouble.of(offset.getAsDouble() + joules.getAsDouble())
                : OptionalDouble.empty();
    }

    private Optional<Unmetered> unmetered(DeviceSeries series, OptionalDouble start, long startNanos,
            OptionalDouble limitWatts) {
        DeviceSum sum = before.devices().get(series.device().name());
        Optional<Reached> reached = sum == null ? Optional.empty() : sum.reached();
        return reached.map(last -> unmetered(last, series, start, startNanos, limitWatts));
    }

    private Unmetered unmetered(Reached last, DeviceSeries series, OptionalDouble start, long startNanos,
            OptionalDouble limitWatts) {
        double seconds = (process.epochNanos(process.micros(startNanos)) - last.epochNanos()) / NANOS_PER_SECOND;
        double watts = limitWatts.isPresent() ? PEAK_FACTOR * limitWatts.getAsDouble() : MAX_WATTS;
        if (start.isEmpty() || last.counterJoules().isEmpty()) {
            return unknown(seconds, "no counter of its joules was read before and after the meter was down");
        }
        if (!last.source().equals(series.device().source())
                || !last.scope().equals(series.device().scope().label())) {
            return unknown(seconds, "another sensor was read before the meter was down: " + last.source());
        }
        if (last.boot().isEmpty() || !last.boot().equals(process.boot())) {
            return unknown(seconds, "the machine may have been restarted while the meter was down");
        }
        if (seconds <= 0) {
            return unknown(0, "the clock was set back while the meter was down");
        }
        double growth = start.getAsDouble() - last.counterJoules().getAsDouble();
        double range = series.counterRangeJoules().orElse(Double.POSITIVE_INFINITY);
        if (watts * seconds >= range) {
            return unknown(seconds, "its counter may have passed its range while the meter was down");
        }
        if (growth < -watts * MAX_AHEAD_SECONDS) {
            growth += range;
        }
        if (growth > watts * (seconds + MAX_AHEAD_SECONDS)) {
            return unknown(seconds, "its counter was restarted while the meter was down");
        }
        return new Unmetered(OptionalDouble.of(growth), seconds, "no meter ran");
    }

    /**
     * Returns whether a counter of an unknown limit may have grown by some joules in a time, and has not restarted.
     *
     * @param isSameProcess whether one process read it all the time, whose joules are never ahead of those it read
     */
    static boolean isPossible(double joules, double seconds, boolean isSameProcess) {
        return joules >= (isSameProcess ? -ROUNDING_JOULES : -MAX_WATTS * MAX_AHEAD_SECONDS)
                && joules <= MAX_WATTS * (seconds + MAX_AHEAD_SECONDS);
    }

    private static Unmetered unknown(double seconds, String reason) {
        return new Unmetered(OptionalDouble.empty(), Math.max(0, seconds), reason);
    }

    private record Chain(DeviceSeries series, OptionalDouble endJoules, long endNanos) {}
}
