package dev.ipw.energy.attribution.internal;

/**
 * The bounds of a share.
 *
 * @param lower the lower bound in joules
 * @param upper the upper bound in joules
 * @param sigma the standard deviation in joules
 */
record ShareRange(double lower, double upper, double sigma) {
    private static final double SIGMAS = 3;
    private static final double SQRT_3 = Math.sqrt(3);
    private static final double DEFAULT_SIGMA = 0.05;
    private static final double BAND_SIGMA = 0.4;

    /**
     * Returns the range of a share by costs that are learned from the run itself: it lies anywhere between the laws,
     * plus noise.
     *
     * @param joules  the share
     * @param lowest  the minimum over the laws
     * @param highest the maximum over the laws
     * @param sigma   the standard deviation of its other doubts in joules
     */
    static ShareRange fitted(double joules, double lowest, double highest, double sigma) {
        return new ShareRange(Math.max(0, lowest - SIGMAS * sigma), highest + SIGMAS * sigma,
                Math.hypot(sigma, Math.max(highest - joules, joules - lowest) / SQRT_3));
    }

    /**
     * Returns the range of a share by general weights: the less the rules agree, the less each of them can be trusted.
     *
     * @param joules      the share
     * @param lowestRule  the minimum over the rules
     * @param highestRule the maximum over the rules
     */
    static ShareRange byRules(double joules, double lowestRule, double highestRule) {
        double sigma = Math.hypot(BAND_SIGMA * (highestRule - lowestRule), DEFAULT_SIGMA * joules);
        return new ShareRange(Math.max(0, Math.min(lowestRule, joules - SIGMAS * sigma)),
                Math.max(highestRule, joules + SIGMAS * sigma), sigma);
    }

    double width() {
        return upper - lower;
    }

    /** Returns a range that contains both. */
    ShareRange with(ShareRange other) {
        return new ShareRange(Math.min(lower, other.lower), Math.max(upper, other.upper),
                Math.max(sigma, other.sigma));
    }

    /** Multiplies the distances of the bounds from the figure. */
    ShareRange stretched(double joules, double factor) {
        return new ShareRange(Math.max(0, joules - factor * (joules - lower)), joules + factor * (upper - joules),
                factor * sigma);
    }

    /** Extends the range by joules that the readings may have counted just outside of the request's time. */
    ShareRange extended(double below, double above) {
        return new ShareRange(Math.max(0, lower - below), upper + above, sigma);
    }

    /** Extends the range so that the request may have used none, or all, of the joules in gaps of the readings. */
    ShareRange withGaps(double charged, double used) {
        boolean isAll = charged >= used * (1 - 1e-9);
        return used <= 0 || isAll
                ? this
                : new ShareRange(Math.max(0, lower - charged), upper + Math.max(0, used - charged),
                        Math.hypot(sigma, Math.sqrt(Math.max(0, charged * (used - charged)))));
    }

    /** Limits the range to the joules of the device, except where the figure itself exceeds them. */
    ShareRange within(double joules, double mostOfDevice) {
        return new ShareRange(lower, Math.max(joules, Math.min(upper, mostOfDevice)), sigma);
    }
}
