package dev.ipw.engine.attribution;

/**
 * Bound a share.
 *
 * @param lower the least it can be in joules
 * @param upper the most
 * @param sigma the standard deviation in joules
 */
record ShareRange(double lower, double upper, double sigma) {
    private static final double SIGMAS = 3;
    private static final double SQRT_3 = Math.sqrt(3);
    private static final double DEFAULT_SIGMA = 0.05;
    private static final double BAND_SIGMA = 0.4;

    /**
     * Judges a share by costs that the run told itself: it lies anywhere between the laws, which noise blurs.
     *
     * @param joules  the share
     * @param lowest  what the law charges that charges least
     * @param highest what the law charges that charges most
     * @param sigma   the standard deviation of what else is doubtful about it in joules
     */
    static ShareRange fitted(double joules, double lowest, double highest, double sigma) {
        return new ShareRange(Math.max(0, lowest - SIGMAS * sigma), highest + SIGMAS * sigma,
                Math.hypot(sigma, Math.max(highest - joules, joules - lowest) / SQRT_3));
    }

    /**
     * Judges a share by weights that are everybody's: the less the rules agree, the less is any of them to be trusted.
     *
     * @param joules      the share
     * @param lowestRule  what the rule charges that charges least
     * @param highestRule what the rule charges that charges most
     */
    static ShareRange byRules(double joules, double lowestRule, double highestRule) {
        double sigma = Math.hypot(BAND_SIGMA * (highestRule - lowestRule), DEFAULT_SIGMA * joules);
        return new ShareRange(Math.max(0, Math.min(lowestRule, joules - SIGMAS * sigma)),
                Math.max(highestRule, joules + SIGMAS * sigma), sigma);
    }

    double width() {
        return upper - lower;
    }

    /** Holds what either of two judgements holds. */
    ShareRange with(ShareRange other) {
        return new ShareRange(Math.min(lower, other.lower), Math.max(upper, other.upper),
                Math.max(sigma, other.sigma));
    }

    /** Lets it have used none, or all, of what was used in gaps of the readings. */
    ShareRange withGaps(double charged, double used) {
        boolean isAll = charged >= used * (1 - 1e-9);
        return used <= 0 || isAll
                ? this
                : new ShareRange(Math.max(0, lower - charged), upper + Math.max(0, used - charged),
                        Math.hypot(sigma, Math.sqrt(Math.max(0, charged * (used - charged)))));
    }

    /** Uses no more than the device did, save where the figure itself does. */
    ShareRange within(double joules, double mostOfDevice) {
        return new ShareRange(lower, Math.max(joules, Math.min(upper, mostOfDevice)), sigma);
    }
}
