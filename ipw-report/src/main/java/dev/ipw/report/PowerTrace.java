package dev.ipw.report;

import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.EnergySteps;
import dev.ipw.energy.HeadlineDevices;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.telemetry.SampleStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Hold what a device drew over time, as its joules say: over each step of its counter or between two readings. Where there
 * are more steps than can be drawn, each bucket of time has the least, the mean and the most.
 *
 * @param device  what was metered
 * @param seconds when each stretch began, in seconds since the run's anchor
 * @param watts   the mean power from there to the next
 * @param least   the least power of a step in it
 * @param most    the most power of a step in it
 * @param steps   how many steps there are in the samples
 */
record PowerTrace(MeteredDevice device, double[] seconds, double[] watts, double[] least, double[] most, int steps) {
    private static final double NANOS = 1e9;

    /** Tell whether steps were put together to be drawn. */
    boolean isBucketed() {
        return steps > seconds.length;
    }

    /**
     * Follow each device.
     *
     * @param points how many points there may be of each
     */
    static List<PowerTrace> of(SampleStore samples, int points) {
        List<PowerTrace> traces = new ArrayList<>();
        for (EnergySeries series : HeadlineDevices.distinct(samples.energy())) {
            PowerTrace trace = of(series, points);
            if (trace.steps > 0) {
                traces.add(trace);
            }
        }
        return traces;
    }

    private static PowerTrace of(EnergySeries series, int points) {
        EnergySteps steps = series.steps();
        int count = Math.max(0, steps.edges() - 1);
        double[] at = new double[count + 1];
        double[] watts = new double[count + 1];
        int known = 0;
        for (int step = 0; step < count; step++) {
            boolean isWhole = !steps.isCounted() || (steps.isMovement(step) && steps.isMovement(step + 1));
            double from = middle(steps, step);
            double to = middle(steps, step + 1);
            if (isWhole && !steps.isUnknown(step) && to > from) {
                at[known] = from;
                watts[known++] = (steps.joules(step + 1) - steps.joules(step)) / (to - from);
            }
        }
        double end = known == 0 ? 0 : middle(steps, count);
        double[] shortAt = Arrays.copyOf(at, known);
        double[] shortWatts = Arrays.copyOf(watts, known);
        return known <= points
                ? new PowerTrace(series.device(), shortAt, shortWatts, shortWatts, shortWatts, known)
                : bucketed(series.device(), shortAt, shortWatts, end, points);
    }

    private static double middle(EnergySteps steps, int edge) {
        return (steps.earliest(edge) + steps.latest(edge)) / 2.0 / NANOS;
    }

    private static PowerTrace bucketed(MeteredDevice device, double[] at, double[] watts, double end, int points) {
        double width = (end - at[0]) / points;
        double[] joules = new double[points];
        double[] time = new double[points];
        double[] least = new double[points];
        double[] most = new double[points];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        for (int step = 0; step < at.length; step++) {
            double length = (step + 1 < at.length ? at[step + 1] : end) - at[step];
            int bucket = Math.clamp((long) ((at[step] - at[0]) / width), 0, points - 1);
            joules[bucket] += watts[step] * length;
            time[bucket] += length;
            least[bucket] = Math.min(least[bucket], watts[step]);
            most[bucket] = Math.max(most[bucket], watts[step]);
        }
        int[] filled = IntStream.range(0, points).filter(bucket -> time[bucket] > 0).toArray();
        return new PowerTrace(device, Arrays.stream(filled).mapToDouble(bucket -> at[0] + bucket * width).toArray(),
                Arrays.stream(filled).mapToDouble(bucket -> joules[bucket] / time[bucket]).toArray(),
                Arrays.stream(filled).mapToDouble(bucket -> least[bucket]).toArray(),
                Arrays.stream(filled).mapToDouble(bucket -> most[bucket]).toArray(), at.length);
    }
}
