package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.TimeSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.LongStream;

/**
 * The comparison of an energy counter with the power that the same device reports. One of them is wrong where they
 * differ by more than a quarter. It is unknown which, so both figures are reported and neither is chosen. Over ten
 * seconds and longer the mean of the power decides. Over a shorter time they must differ by as much for every course of
 * the power between two readings within the values of both, and by more than twice where there are only few readings.
 */
public final class ConsistencyWatch {
    static final double SMALLEST_RATIO = 0.8;
    static final double LARGEST_RATIO = 1.25;
    private static final long SHORTEST_NANOS = 10_000_000_000L;
    // Power varies between requests; this number of readings gives its mean to some percent.
    private static final int MIN_READINGS = 40;
    private static final int MIN_SHORT_TIME_READINGS = 5;
    private static final int FEW_READINGS = 10;
    private static final double LARGEST_RATIO_OF_FEW = 2;
    private static final int AGES = 10;
    private static final int SHIFTS = 10;
    private static final double NANOS_PER_SECOND = 1e9;

    private final DeviceSeries counter;
    private final GaugeSeries power;
    private final long ageNanos;
    private final List<ComparedInterval> intervals = new ArrayList<>();

    private ConsistencyWatch(DeviceSeries counter, GaugeSeries power, long ageNanos) {
        this.counter = counter;
        this.power = power;
        this.ageNanos = ageNanos;
    }

    /**
     * Compares a counter with power. A reading of power that is a mean over a time, or old, describes joules from
     * before it: its integral over an interval is a mean of the device's joules in intervals that begin up to that much
     * earlier.
     *
     * @param counter  the joules of a device's counter
     * @param power    the values of its power sensor, in watts
     * @param ageNanos the maximum time before a power reading over which it may be a mean, in nanoseconds
     * @param span     the interval to check
     * @return the intervals in which they disagree, with consecutive ones merged; flagged INCONSISTENT
     */
    public static List<EnergyFinding> compare(DeviceSeries counter, GaugeSeries power, long ageNanos, TimeSpan span) {
        OptionalLong first = counter.firstNanos();
        if (first.isEmpty()) {
            return List.of();
        }
        long from = Math.max(span.startNanos(), first.getAsLong() + ageNanos);
        long to = Math.min(span.endNanos(), counter.lastNanos().orElseThrow());
        ConsistencyWatch watch = new ConsistencyWatch(counter, power, ageNanos);
        if (from < to) {
            // Joules that the counter has not shown yet cannot be compared.
            watch.integrate(Arrays.stream(power.momentsWithin(from, to)).takeWhile(counter::isSettledAt).toArray());
        }
        return watch.findings(first.getAsLong());
    }

    private void integrate(long[] moments) {
        int begin = 0;
        for (int i = 1; i < moments.length; i++) {
            if (power.valueAt(moments[i] - 1).isEmpty()) {
                addRest(moments, begin, i - 1);
                begin = i;
            } else if (moments[i] - moments[begin] >= Math.max(SHORTEST_NANOS, AGES * ageNanos)
                    && i - begin >= MIN_READINGS) {
                double joules = joules(moments, begin, i, (one, other) -> (one + other) / 2);
                intervals.add(new ComparedInterval(new TimeSpan(moments[begin], moments[i]), joules, joules, joules,
                        LARGEST_RATIO, SMALLEST_RATIO));
                begin = i;
            }
        }
        addRest(moments, begin, moments.length - 1);
    }

    /** The rest is added to the long interval before it, or is compared alone as far as its readings allow. */
    private void addRest(long[] moments, int begin, int end) {
        if (begin >= end) {
            return;
        }
        double joules = joules(moments, begin, end, (one, other) -> (one + other) / 2);
        ComparedInterval last = intervals.isEmpty() ? null : intervals.getLast();
        if (last != null && last.span.endNanos() == moments[begin]) {
            intervals.removeLast();
            double whole = last.powerJoules + joules;
            intervals.add(new ComparedInterval(new TimeSpan(last.span.startNanos(), moments[end]), whole, whole, whole,
                    LARGEST_RATIO, SMALLEST_RATIO));
        } else if (end - begin >= MIN_SHORT_TIME_READINGS - 1) {
            boolean few = end - begin < FEW_READINGS - 1;
            intervals.add(new ComparedInterval(new TimeSpan(moments[begin], moments[end]), joules,
                    joules(moments, begin, end, Math::min), joules(moments, begin, end, Math::max),
                    few ? LARGEST_RATIO_OF_FEW : LARGEST_RATIO, few ? 1 / LARGEST_RATIO_OF_FEW : SMALLEST_RATIO));
        }
    }

    private double joules(long[] moments, int begin, int end, DoubleBinaryOperator between) {
        double joules = 0;
        for (int i = begin + 1; i <= end; i++) {
            joules += between.applyAsDouble(watts(moments[i - 1]), watts(moments[i])) * (moments[i] - moments[i - 1])
                    / NANOS_PER_SECOND;
        }
        return joules;
    }

    private double watts(long nanos) {
        return power.valueAt(nanos).orElseThrow();
    }

    private List<EnergyFinding> findings(long firstNanos) {
        List<Disagreement> found = new ArrayList<>();
        for (ComparedInterval interval : intervals) {
            long start = interval.span.startNanos();
            long end = interval.span.endNanos();
            List<EnergyReading> shifted = LongStream.rangeClosed(0, ageNanos == 0 ? 0 : SHIFTS)
                    .map(shift -> shift * ageNanos / SHIFTS)
                    .mapToObj(shift -> counter.window(start - shift, end - shift)).toList();
            if (!shifted.stream().allMatch(EnergyReading::isComplete)) {
                continue;
            }
            boolean tooFew = shifted.stream()
                    .allMatch(one -> one.upper().orElseThrow() < interval.smallestRatio * interval.lowestJoules);
            boolean tooMany = shifted.stream()
                    .allMatch(one -> one.lower().orElseThrow() > interval.largestRatio * interval.highestJoules);
            if (tooFew || tooMany) {
                add(found, new Disagreement(interval.span, shifted.getFirst().joules().orElseThrow(),
                        interval.powerJoules, tooMany));
            }
        }
        return found.stream().map(one -> one.finding(counter.device(), firstNanos)).toList();
    }

    private static void add(List<Disagreement> found, Disagreement next) {
        Disagreement last = found.isEmpty() ? next : found.getLast();
        if (last.tooMany == next.tooMany && last.span.endNanos() == next.span.startNanos()) {
            found.set(found.size() - 1, new Disagreement(
                    new TimeSpan(last.span.startNanos(), next.span.endNanos()), last.counted + next.counted,
                    last.powerJoules + next.powerJoules, last.tooMany));
        } else {
            found.add(next);
        }
    }

    private record ComparedInterval(TimeSpan span, double powerJoules, double lowestJoules, double highestJoules,
            double largestRatio, double smallestRatio) {}

    private record Disagreement(TimeSpan span, double counted, double powerJoules, boolean tooMany) {
        EnergyFinding finding(MeteredDevice device, long firstNanos) {
            return new EnergyFinding(EnergyFlag.INCONSISTENT, span, String.format(Locale.ROOT,
                    "%s, from %.1f to %.1f s after its first reading: its energy counter rose by %.4g J, its power adds up"
                            + " to %.4g J. One of them is wrong; the figures are the counter's (%s).",
                    device.name(), (span.startNanos() - firstNanos) / NANOS_PER_SECOND,
                    (span.endNanos() - firstNanos) / NANOS_PER_SECOND, counted, powerJoules, device.source()));
        }
    }
}
