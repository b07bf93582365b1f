package dev.ipw.engine.curve;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import dev.ipw.engine.energy.DeviceSeries;
import dev.ipw.engine.energy.EnergySteps;
import java.util.OptionalDouble;

/**
 * Cut a window of which nothing is known but that work begins or ends at its edges. Power then is another before an edge
 * than after it, so the step that holds the edge is divided as the steps beside it say: up to the edge the device drew what it
 * drew in the step before, from there on what it drew in the step after. Where these are not known, the step runs straight.
 * E(t) depends on the moment and the readings alone, so windows that adjoin add up; one that is cut again later may differ
 * within its bounds, as the step after it is known by then.
 */
public final class BentSteps {
    private BentSteps() {}

    /**
     * Cuts a window.
     *
     * @param series     what the device used
     * @param startNanos when the window begins
     * @param endNanos   when it ends; not before its start
     * @return what {@link DeviceSeries#window(long, long)} says, with the joules of a counter as the steps beside the edges
     *             divide them
     */
    public static EnergyReading window(DeviceSeries series, long startNanos, long endNanos) {
        return series.window(startNanos, endNanos, BentSteps::joulesAt);
    }

    /**
     * Cuts a window of a run that may have been killed: where readings are missing, the upper bound takes no more than the device
     * can have drawn in the window's own part of that time.
     *
     * @param series     what the device used
     * @param startNanos when the window begins
     * @param endNanos   when it ends; not before its start
     * @param limits     between which powers the device can be
     * @return what {@link #window(DeviceSeries, long, long)} says with that bound
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
        // Not a number where a neighbour is not known, and then not more than nothing.
        double share = before + after > 0 ? before / (before + after) : past;
        return OptionalDouble.of(columns.joulesBefore(step) + share * columns.joules(step));
    }

    private static double watts(StepColumns columns, int step) {
        return step >= 0 && step < columns.count() && columns.isKnown(step)
                ? columns.joules(step) / (columns.endSeconds(step) - columns.startSeconds(step))
                : Double.NaN;
    }
}
