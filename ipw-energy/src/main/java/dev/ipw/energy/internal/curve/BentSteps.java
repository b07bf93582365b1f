package dev.ipw.energy.internal.curve;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.EnergySteps;
import java.util.OptionalDouble;

/**
 * Windows of which only one thing is known: work begins or ends at their edges. Power then changes at an edge, so the
 * step that holds the edge is divided by the steps beside it: up to the edge the device drew the power of the step
 * before, from there onward the power of the step after. Where these are not known, the step is a straight line. E(t)
 * depends on the moment and the readings alone, so adjoining windows add up; a window that is cut again later may
 * differ within its bounds, as the step after it is known by then.
 */
public final class BentSteps {
    private BentSteps() {}

    /**
     * Returns the joules of a window.
     *
     * @param series     the joules of the device
     * @param startNanos the start of the window
     * @param endNanos   the end of the window; not before its start
     * @return the result of {@link DeviceSeries#window(long, long)}, with the joules of a counter as the steps beside
     *         the edges divide them
     */
    public static EnergyReading window(DeviceSeries series, long startNanos, long endNanos) {
        return series.window(startNanos, endNanos, BentSteps::joulesAt);
    }

    /**
     * Returns the joules of a window of a run that may have been killed: where readings are missing, the upper bound
     * includes only the maximum that the device can have drawn in the window's own part of that time.
     *
     * @param series     the joules of the device
     * @param startNanos the start of the window
     * @param endNanos   the end of the window; not before its start
     * @param limits     the minimum and the maximum power of the device
     * @return the result of {@link #window(DeviceSeries, long, long)} with that bound
     */
    public static EnergyReading window(DeviceSeries series, long startNanos, long endNanos, PowerLimits limits) {
        EnergyReading window = window(series, startNanos, endNanos);
        if (!window.isAvailable() || !window.flags().contains(EnergyFlag.GAP)) {
            return window;
        }
        EnergySteps whole = series.steps();
        EnergySteps steps = whole.around(new TimeSpan(startNanos, endNanos));
        EnergyCurve curve = EnergyCurve.of(steps, new ActivityTimeline(new long[0], new int[0]),
                LimitWatch.credible(steps, limits).seenIn(whole), OptionalDouble.of(0));
        double most = Math.max(window.joules().orElseThrow(), curve.highestBetween(startNanos, endNanos));
        return new EnergyReading(window.joules(), window.lower(),
                OptionalDouble.of(Math.min(window.upper().orElseThrow(), most)), window.provenance(),
                window.scopes(), window.source(), window.flags(), window.reason());
    }

    private static OptionalDouble joulesAt(EnergySteps steps, long nanos) {
        EdgeTimes times = EdgeTimes.of(steps);
        double[] edges = times.nanos();
        double at = nanos - times.originNanos();
        int step = 0;
        while (step + 2 < edges.length && edges[step + 1] <= at) {
            step++;
        }
        StepColumns columns = new StepColumns(steps, times);
        if (step >= columns.count() || !columns.isKnown(step) || steps.isGap(step)) {
            return OptionalDouble.empty();
        }
        double length = edges[step + 1] - edges[step];
        double past = Math.clamp((at - edges[step]) / length, 0, 1);
        double before = past * watts(columns, step - 1);
        double after = (1 - past) * watts(columns, step + 1);
        // NaN where a neighbour is not known; the comparison is then false.
        double share = before + after > 0 ? before / (before + after) : past;
        return OptionalDouble.of(columns.joulesBefore(step) + share * columns.joules(step));
    }

    private static double watts(StepColumns columns, int step) {
        return step >= 0 && step < columns.count() && columns.isKnown(step)
                ? columns.joules(step) / (columns.endSeconds(step) - columns.startSeconds(step))
                : Double.NaN;
    }
}
