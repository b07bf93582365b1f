package dev.ipw.report.power;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.HeadlineDevices;
import dev.ipw.energy.internal.PowerInterval;
import dev.ipw.energy.internal.PowerIntervals;
import dev.ipw.telemetry.SampleStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The power of a device over time, by the intervals of its joules. If there are too many intervals to draw, each
 * bucket of time has the minimum, the mean and the maximum. A level lasts until the next point; it is NaN where the
 * power is unknown, and the last point repeats the last level at its end.
 *
 * @param device    the metered device
 * @param seconds   the start of each interval, in seconds since the run's anchor
 * @param watts     the mean power from there to the next
 * @param least     the minimum power of an interval in it
 * @param most      the maximum power of an interval in it
 * @param intervals the number of intervals of known power in the samples
 * @param drawn     the number of levels that represent them
 */
public record PowerTrace(MeteredDevice device, double[] seconds, double[] watts, double[] least, double[] most,
        int intervals,
        int drawn) {
    private static final double NANOS = 1e9;

    /** Returns whether intervals were merged for drawing. */
    public boolean isBucketed() {
        return drawn < intervals;
    }

    /** Returns whether there are intervals of unknown power. */
    public boolean hasGaps() {
        return Arrays.stream(watts).anyMatch(Double::isNaN);
    }

    /**
     * Creates the trace of each device.
     *
     * @param points the maximum number of points of each
     */
    public static List<PowerTrace> of(SampleStore samples, int points) {
        List<PowerTrace> traces = new ArrayList<>();
        for (DeviceSeries series : HeadlineDevices.distinct(DeviceSeries.of(samples.energy()))) {
            List<PowerInterval> intervals = PowerIntervals.of(series);
            if (!intervals.isEmpty()) {
                traces.add(of(series.device(), column(intervals, PowerInterval::startNanos),
                        column(intervals, PowerInterval::endNanos),
                        intervals.stream().mapToDouble(PowerInterval::watts).toArray(), points));
            }
        }
        return traces;
    }

    private static double[] column(List<PowerInterval> intervals, ToLongFunction<PowerInterval> moment) {
        return intervals.stream().mapToDouble(interval -> moment.applyAsLong(interval) / NANOS).toArray();
    }

    /** Creates a trace of intervals of known power, each from one time to another. */
    public static PowerTrace of(MeteredDevice device, double[] from, double[] to, double[] watts, int points) {
        int known = from.length;
        Levels levels = new Levels();
        if (known <= points) {
            for (int interval = 0; interval < known; interval++) {
                levels.add(from[interval], to[interval], watts[interval], watts[interval], watts[interval]);
            }
        } else {
            bucketed(levels, from, to, watts, points);
        }
        return levels.trace(device, known);
    }

    /** Merges intervals into buckets; an interval counts in each bucket that it overlaps, weighted by the overlap. */
    private static void bucketed(Levels levels, double[] from, double[] to, double[] watts, int points) {
        double begin = from[0];
        double width = (to[to.length - 1] - begin) / points;
        double[] joules = new double[points];
        double[] time = new double[points];
        double[] least = new double[points];
        double[] most = new double[points];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        for (int interval = 0; interval < from.length; interval++) {
            int last = place(to[interval], begin, width, points);
            for (int bucket = place(from[interval], begin, width, points); bucket <= last; bucket++) {
                double inside = Math.min(to[interval], begin + (bucket + 1) * width)
                        - Math.max(from[interval], begin + bucket * width);
                if (inside > 0) {
                    joules[bucket] += watts[interval] * inside;
                    time[bucket] += inside;
                    least[bucket] = Math.min(least[bucket], watts[interval]);
                    most[bucket] = Math.max(most[bucket], watts[interval]);
                }
            }
        }
        for (int bucket = 0; bucket < points; bucket++) {
            if (time[bucket] > 0) {
                levels.add(begin + bucket * width, begin + (bucket + 1) * width, joules[bucket] / time[bucket],
                        least[bucket], most[bucket]);
            }
        }
    }

    private static int place(double at, double begin, double width, int points) {
        return Math.clamp((long) ((at - begin) / width), 0, points - 1);
    }

    /** Consecutive levels; a gap between two of them has unknown power. */
    private static final class Levels {
        private static final double CLOSE = 1e-9;

        private final List<double[]> points = new ArrayList<>();
        private double end = Double.NaN;
        private int drawn;

        void add(double from, double to, double watts, double least, double most) {
            if (from > end + CLOSE) {
                points.add(new double[]{end, Double.NaN, Double.NaN, Double.NaN});
            }
            points.add(new double[]{from, watts, least, most});
            end = to;
            drawn++;
        }

        PowerTrace trace(MeteredDevice device, int intervals) {
            if (drawn > 0) {
                double[] last = points.getLast().clone();
                last[0] = end;
                points.add(last);
            }
            return new PowerTrace(device, column(0), column(1), column(2), column(3), intervals, drawn);
        }

        private double[] column(int place) {
            return points.stream().mapToDouble(point -> point[place]).toArray();
        }
    }
}
