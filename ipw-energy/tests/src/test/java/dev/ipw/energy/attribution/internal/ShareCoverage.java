package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.testing.Draws;
import java.util.Arrays;

/** Count how many truths lie within the bounds and the standard deviations of shares, and how wide the bounds are. */
final class ShareCoverage {
    /** Shares of one run may err together, so that ten of them tell no more than one draw. */
    private static final int ALIKE = 10;

    private double[] widths = new double[256];
    private int shares;
    private int withinBounds;
    private int withinOneSigma;
    private int withinTwoSigmas;

    void add(SimulatedBatch batch, DeviceAttribution attribution) {
        for (int i = 0; i < SimulatedBatch.REQUESTS; i++) {
            RequestEnergy request = attribution.requests().get(i);
            if (request.reading().flags().contains(EnergyFlag.ATTRIBUTED)) {
                add(request, batch.engine().trueJoules()[i]);
            }
        }
    }

    private void add(RequestEnergy request, double truth) {
        double joules = request.joules().orElseThrow();
        double lower = request.reading().lower().orElseThrow();
        double upper = request.reading().upper().orElseThrow();
        double sigmas = Math.abs(joules - truth) / request.breakdown().sigmaJoules().orElseThrow();
        if (shares == widths.length) {
            widths = Arrays.copyOf(widths, shares * 2);
        }
        widths[shares++] = (upper - lower) / joules;
        withinBounds += lower <= truth && truth <= upper ? 1 : 0;
        withinOneSigma += sigmas <= 1 ? 1 : 0;
        withinTwoSigmas += sigmas <= 2 ? 1 : 0;
    }

    int shares() {
        return shares;
    }

    /**
     * Return what percentage of these shares must be hit where so many percent are hit in the long run: that itself where the suite
     * runs in full, else the least that chance explains of so few.
     */
    double least(double percent) {
        return least(percent, shares);
    }

    /** Return the same of so many shares. */
    static double least(double percent, int shares) {
        int draws = Math.max(1, shares / ALIKE);
        return Draws.thorough() ? percent : 100.0 * Draws.minHits(draws, percent / 100) / draws;
    }

    /** Return what percentage of these shares may be hit where at most so many percent are hit in the long run. */
    double most(double percent) {
        return 100 - least(100 - percent);
    }

    double percentCovered() {
        return 100.0 * withinBounds / shares;
    }

    double percentWithinOneSigma() {
        return 100.0 * withinOneSigma / shares;
    }

    double percentWithinTwoSigmas() {
        return 100.0 * withinTwoSigmas / shares;
    }

    /** Return the median width of the bounds as a share of the figure. */
    double medianWidth() {
        double[] sorted = Arrays.copyOf(widths, shares);
        Arrays.sort(sorted);
        return sorted[shares / 2];
    }
}
