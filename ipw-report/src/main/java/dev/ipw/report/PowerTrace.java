package dev.ipw.report;

import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.EnergySteps;
import dev.ipw.energy.HeadlineDevices;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.telemetry.SampleStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Hold what a device drew over time, as its joules say: over each step of its counter or between two readings. Where there
 * are more steps than can be drawn, each bucket of time has the least, the mean and the most. A level lasts until the next
 * point; not a number is where nobody knows, and the last point repeats the last level at its end.
 *
 * @param device  what was metered
 * @param seconds when each stretch began, in seconds since the run's anchor
 * @param watts   the mean power from there to the next
 * @param least   the least power of a step in it
 * @param most    the most power of a step in it
 * @param steps   how many steps of known joules there are in the samples
 * @param drawn   how many levels stand for them
 */
record PowerTrace(MeteredDevice device, double[] seconds, double[] watts, double[] least, double[] most, int steps,
        int drawn) {
    private static final double NANOS = 1e9;

    /** Tell whether steps were put together to be drawn. */
    boolean isBucketed() {
        return drawn < steps;
    }

    /** Tell whether there are stretches in which nobody knows what was drawn. */
    boolean hasGaps() {
        return Arrays.stream(watts).anyMatch(Double::isNaN);
    }

    /**
     * Follow each device.
     *
     * @param points how many points there may be of each
     */
    static List<PowerTrace> of(SampleStore samples, int points) {
        List<PowerTrace> traces = new ArrayList<>();
        for (EnergySeries series : HeadlineDevices.distinct(samples.energy())) {
            PowerTrace trace = of(series.steps(), points);
            if (trace.steps > 0) {
                traces.add(trace);
            }
        }
        return traces;
    }

    /** Follow one device over its steps. */
    private static PowerTrace of(EnergySteps steps, int points) {
        int count = Math.max(0, steps.edges() - 1);
        double[] from = new double[count];
        double[] to = new double[count];
        double[] watts = new double[count];
        int known = 0;
        for (int step = 0; step < count; step++) {
            boolean isWhole = !steps.isCounted() || (steps.isMovement(step) && steps.isMovement(step + 1));
            from[known] = middle(steps, step);
            to[known] = middle(steps, step + 1);
            if (isWhole && !steps.isUnknown(step) && to[known] > from[known]) {
                watts[known] = (steps.joules(step + 1) - steps.joules(step)) / (to[known] - from[known]);
                known++;
            }
        }
        return of(steps.device(), Arrays.copyOf(from, known), Arrays.copyOf(to, known), watts, points);
    }

    /** Follow steps of known joules, each from one time to another. */
    static PowerTrace of(MeteredDevice device, double[] from, double[] to, double[] watts, int points) {
        int known = from.length;
        Levels levels = new Levels();
        if (known <= points) {
            for (int step = 0; step < known; step++) {
                levels.add(from[step], to[step], watts[step], watts[step], watts[step]);
            }
        } else {
            bucketed(levels, from, to, watts, points);
        }
        return levels.trace(device, known);
    }

    private static double middle(EnergySteps steps, int edge) {
        return (steps.earliest(edge) + steps.latest(edge)) / 2.0 / NANOS;
    }

    /** A step counts in each bucket that it reaches into, as long as it lies in it. */
    private static void bucketed(Levels levels, double[] from, double[] to, double[] watts, int points) {
        double begin = from[0];
        double width = (to[to.length - 1] - begin) / points;
        double[] joules = new double[points];
        double[] time = new double[points];
        double[] least = new double[points];
        double[] most = new double[points];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        for (int step = 0; step < from.length; step++) {
            int last = place(to[step], begin, width, points);
            for (int bucket = place(from[step], begin, width, points); bucket <= last; bucket++) {
                double inside = Math.min(to[step], begin + (bucket + 1) * width)
                        - Math.max(from[step], begin + bucket * width);
                if (inside > 0) {
                    joules[bucket] += watts[step] * inside;
                    time[bucket] += inside;
                    least[bucket] = Math.min(least[bucket], watts[step]);
                    most[bucket] = Math.max(most[bucket], watts[step]);
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

    /** Put levels behind each other: where one does not begin at the other's end, nobody knows what was drawn. */
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

        PowerTrace trace(MeteredDevice device, int steps) {
            if (drawn > 0) {
                double[] last = points.getLast().clone();
                last[0] = end;
                points.add(last);
            }
            return new PowerTrace(device, column(0), column(1), column(2), column(3), steps, drawn);
        }

        private double[] column(int place) {
            return points.stream().mapToDouble(point -> point[place]).toArray();
        }
    }
}
