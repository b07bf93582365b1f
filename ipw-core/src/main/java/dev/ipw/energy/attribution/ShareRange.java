package dev.ipw.energy.attribution;

/**
 * Say how far a share may be off. Its constants were found with simulated engines, so that about all truths lie within the
 * bounds, and at least 95 % within two standard deviations.
 *
 * @param lower the least it can be in joules
 * @param upper the most
 * @param sigma the standard deviation in joules
 */
record ShareRange(double lower, double upper, double sigma) {
    // An engine costs more than any fit knows of.
    private static final double LEAST_SIGMA = 0.005;
    private static final double FITTED_SIGMAS = 4.7;
    private static final double DEFAULT_SIGMA = 0.05;
    private static final double BAND_SIGMA = 0.4;
    private static final double DEFAULT_SIGMAS = 3;

    /**
     * Judge a share by weights that the run told itself: what they do not explain says how far they can be trusted.
     *
     * @param joules     the share
     * @param doubt      the standard deviation of what is doubtful about it in joules
     * @param dispersion the relative standard deviation of shares by these weights
     */
    static ShareRange fitted(double joules, double doubt, double dispersion) {
        double sigma = Math.hypot(doubt, Math.hypot(LEAST_SIGMA, dispersion) * joules);
        return new ShareRange(Math.max(0, joules - FITTED_SIGMAS * sigma), joules + FITTED_SIGMAS * sigma, sigma);
    }

    /**
     * Judge a share by weights that are everybody's: the less the rules agree, the less is any of them to be trusted.
     *
     * @param joules     the share
     * @param doubt      the standard deviation of what is doubtful about it in joules
     * @param dispersion the relative standard deviation of shares by fitted weights; 0 if there are none
     * @param lowestRule what the rule charges that charges least
     * @param highestRule what the rule charges that charges most
     */
    static ShareRange byRules(double joules, double doubt, double dispersion, double lowestRule, double highestRule) {
        double sigma = Math.hypot(Math.hypot(doubt, BAND_SIGMA * (highestRule - lowestRule)),
                Math.hypot(DEFAULT_SIGMA, dispersion) * joules);
        return new ShareRange(Math.max(0, Math.min(lowestRule, joules - DEFAULT_SIGMAS * sigma)),
                Math.max(highestRule, joules + DEFAULT_SIGMAS * sigma), sigma);
    }

    /** Use no more than the device did, save where the figure itself does. */
    ShareRange within(double joules, double mostOfDevice) {
        return new ShareRange(lower, Math.max(joules, Math.min(upper, mostOfDevice)), sigma);
    }
}
