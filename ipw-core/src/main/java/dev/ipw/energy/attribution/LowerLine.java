package dev.ipw.energy.attribution;

import java.util.Arrays;

/**
 * Fit a line to the lower points of a cloud: fit, leave out what lies highest above it, and repeat. What waited, or did
 * more than others, lies above.
 */
final class LowerLine {
    private static final int FEWEST = 12;
    private static final int ROUNDS = 6;
    private static final double KEPT_SHARE = 0.6;

    private LowerLine() {}

    /** Give the line's height at zero and its slope, neither negative. */
    static double[] through(double[] x, double[] y) {
        boolean[] used = new boolean[x.length];
        Arrays.fill(used, true);
        double[] line = fit(x, y, used);
        for (int round = 0; round < ROUNDS; round++) {
            double[] above = new double[x.length];
            int count = 0;
            for (int i = 0; i < x.length; i++) {
                if (used[i]) {
                    above[count++] = y[i] - line[0] - line[1] * x[i];
                }
            }
            if (count * KEPT_SHARE < FEWEST) {
                break;
            }
            double[] sorted = Arrays.copyOf(above, count);
            Arrays.sort(sorted);
            double most = sorted[(int) (KEPT_SHARE * (count - 1))];
            for (int i = 0; i < x.length; i++) {
                used[i] = y[i] - line[0] - line[1] * x[i] <= most;
            }
            line = fit(x, y, used);
        }
        return line;
    }

    private static double[] fit(double[] x, double[] y, boolean[] used) {
        double count = 0;
        double sumX = 0;
        double sumY = 0;
        double sumXx = 0;
        double sumXy = 0;
        for (int i = 0; i < x.length; i++) {
            if (used[i]) {
                count++;
                sumX += x[i];
                sumY += y[i];
                sumXx += x[i] * x[i];
                sumXy += x[i] * y[i];
            }
        }
        double spread = count * sumXx - sumX * sumX;
        double slope = spread > 0 ? Math.max(0, (count * sumXy - sumX * sumY) / spread) : 0;
        return new double[]{count == 0 ? 0 : Math.max(0, (sumY - slope * sumX) / count), slope};
    }
}
