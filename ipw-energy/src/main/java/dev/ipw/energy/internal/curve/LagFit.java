package dev.ipw.energy.internal.curve;

/**
 * The time that the power shown by a counter takes to follow a change of state: the lag with which the powers of the
 * states explain the steps best. A lag that explains them no better than zero counts as zero.
 */
final class LagFit {
    private static final double[] LAGS_SECONDS = {0, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.06, 0.08, 0.12, 0.16};
    private static final int MAX_STEPS = 4096;
    private static final int MIN_BOUNDARIES = 12;
    private static final double NO_WORSE = 1.01;

    private LagFit() {}

    static double seconds(StepColumns steps, ActivityTimeline activity, double[] boundaries) {
        int from = Math.max(0, (steps.count() - MAX_STEPS) / 2);
        int to = Math.min(steps.count(), from + MAX_STEPS);
        if (to <= from || boundariesWithin(boundaries, steps.startSeconds(from),
                steps.endSeconds(to - 1)) < MIN_BOUNDARIES) {
            return 0;
        }
        double[] misfits = new double[LAGS_SECONDS.length];
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < LAGS_SECONDS.length; i++) {
            misfits[i] = PowerLevels.misfit(steps, activity, boundaries, LAGS_SECONDS[i], from, to);
            least = Math.min(least, misfits[i]);
        }
        int best = 0;
        while (misfits[best] > NO_WORSE * least) {
            best++;
        }
        return refined(misfits, best);
    }

    /** Returns the lowest point of the parabola through a lag and its neighbours. */
    private static double refined(double[] misfits, int best) {
        if (best == 0 || best == misfits.length - 1) {
            return LAGS_SECONDS[best];
        }
        double left = LAGS_SECONDS[best - 1];
        double middle = LAGS_SECONDS[best];
        double right = LAGS_SECONDS[best + 1];
        double rise = (misfits[best + 1] - misfits[best]) / (right - middle);
        double fall = (misfits[best] - misfits[best - 1]) / (middle - left);
        double curvature = (rise - fall) / (right - left);
        if (!(curvature > 0)) {
            return middle;
        }
        double vertex = (left + middle) / 2 - fall / (2 * curvature);
        return Math.clamp(vertex, (left + middle) / 2, (middle + right) / 2);
    }

    private static int boundariesWithin(double[] boundaries, double from, double to) {
        int count = 0;
        for (double boundary : boundaries) {
            count += boundary >= from && boundary <= to ? 1 : 0;
        }
        return count;
    }
}
