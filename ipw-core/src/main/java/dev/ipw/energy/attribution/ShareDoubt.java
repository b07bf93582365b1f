package dev.ipw.energy.attribution;

import dev.ipw.energy.curve.EnergyCurve;

/**
 * Sum up what makes shares doubtful. An edge of the counter was placed only so well, so where a request's part changes at one,
 * joules lie on its wrong side. Power lags behind work, so some of what work in a block asked for is used in the next block.
 * And what fitted weights do not explain of a block is not divided by what caused it: it may all be due to the prompts
 * worked through in it, whose work comes in bursts, or to any of its requests. Of several prompts it is hardly known which steps
 * worked on which.
 */
final class ShareDoubt {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double CROWDED_SHARE = 0.4;

    private final EnergyCurve curve;
    private final long lagNanos;
    private final double[] share;
    private final long[] shareEndNanos;
    private final double[] placingVariance;
    private final double[] laggedJoules;
    private final double[] dueToPrefillJoules;
    private final double[] unexplainedVariance;
    private final double[] crowdedJoules;
    private long momentNanos = Long.MIN_VALUE;
    private double momentSigma;
    private double momentLagJoules;

    ShareDoubt(EnergyCurve curve, int requests) {
        this.curve = curve;
        lagNanos = Math.round(curve.lagSeconds() * NANOS_PER_SECOND);
        share = new double[requests];
        shareEndNanos = new long[requests];
        placingVariance = new double[requests];
        laggedJoules = new double[requests];
        dueToPrefillJoules = new double[requests];
        unexplainedVariance = new double[requests];
        crowdedJoules = new double[requests];
    }

    /** Take note of a request's part of what was used between two moments; those of one request come in order. */
    void add(int request, long from, long to, double part) {
        if (shareEndNanos[request] != from) {
            changeTo(request, shareEndNanos[request], 0);
        }
        changeTo(request, from, part);
        shareEndNanos[request] = to;
    }

    private void changeTo(int request, long nanos, double part) {
        if (part != share[request]) {
            look(nanos);
            double change = part - share[request];
            placingVariance[request] += square(change * momentSigma);
            laggedJoules[request] -= change * momentLagJoules;
            share[request] = part;
        }
    }

    private void look(long nanos) {
        if (nanos != momentNanos) {
            momentNanos = nanos;
            momentSigma = curve.sigmaAt(nanos);
            momentLagJoules = curve.joulesAt(nanos + lagNanos) - curve.joulesAt(nanos);
        }
    }

    /** Give how much of what is unexplained between two moments may come of where these were placed, squared. */
    double placingVariance(long from, long to) {
        return square(curve.sigmaAt(from)) + square(curve.sigmaAt(to));
    }

    /**
     * Take note of what fitted weights do not explain of a block.
     *
     * @param joules      how much; negative if they explain more than was used
     * @param placing     how much of it may come of where the block's ends were placed, squared
     * @param part        the request's part by these weights
     * @param prefillPart its part if all of it is due to prompts
     */
    void addUnexplained(int request, double joules, double placing, double part, double prefillPart) {
        dueToPrefillJoules[request] += joules * (prefillPart - part);
        unexplainedVariance[request] += Math.max(0, square(joules) - placing) * square(part);
    }

    /** Take note of a request's part of the steps that worked on its prompt, if there were other prompts in the block. */
    void addCrowded(int request, double joules) {
        crowdedJoules[request] += joules;
    }

    /** Give the standard deviation of a request's joules; nothing may be added for it later. */
    double sigmaJoules(int request) {
        changeTo(request, shareEndNanos[request], 0);
        return Math.sqrt(placingVariance[request] + square(laggedJoules[request])
                + square(dueToPrefillJoules[request]) + unexplainedVariance[request]
                + square(CROWDED_SHARE * crowdedJoules[request]));
    }

    private static double square(double value) {
        return value * value;
    }
}
