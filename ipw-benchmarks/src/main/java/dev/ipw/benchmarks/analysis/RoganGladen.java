package dev.ipw.benchmarks.analysis;

import java.util.Optional;

/**
 * The share of answers that a judge calls right, corrected for the judge's own errors, which are known from answers
 * that people judged too (Rogan and Gladen 1978).
 *
 * @param share       the corrected share, from 0 to 1
 * @param uncorrected the share before it was limited to 0 to 1; outside of it, the judge's errors differ from those
 *                    among the answers that people judged
 * @param low         the lower end of the normal 95 % interval, at least 0
 * @param high        its upper end, at most 1
 */
record RoganGladen(double share, double uncorrected, double low, double high) {
    private static final double NORMAL_95 = 1.959963984540054;

    /**
     * The number of times that an event happened.
     *
     * @param hits  the times that it happened
     * @param cases the times that it could have happened
     */
    public record Count(long hits, long cases) {
        /** Rejects zero cases, and more hits than cases. */
        public Count {
            if (cases < 1 || hits < 0 || hits > cases) {
                throw new IllegalArgumentException("A share needs 1 case or more and at most as many hits, not " + hits
                        + " of " + cases);
            }
        }

        double share() {
            return (double) hits / cases;
        }

        double variance() {
            return share() * (1 - share()) / cases;
        }
    }

    /**
     * Corrects a share.
     *
     * @param judged      the answers that the judge calls right, of all judged
     * @param sensitivity the right answers that the judge calls right, of all right ones that people judged
     * @param specificity the wrong answers that the judge calls wrong, of all wrong ones that people judged
     * @return the corrected share with an interval by the delta method; empty if it cannot be corrected, because the
     *         judge is no better than chance: sensitivity and specificity add up to 1 or less
     */
    public static Optional<RoganGladen> of(Count judged, Count sensitivity, Count specificity) {
        double skill = sensitivity.share() + specificity.share() - 1;
        // Both shares are fractions, so a judge at chance may be above it by a rounding error.
        if (skill <= 1e-12) {
            return Optional.empty();
        }
        double raw = (judged.share() + specificity.share() - 1) / skill;
        double variance = (judged.variance() + raw * raw * sensitivity.variance()
                + (1 - raw) * (1 - raw) * specificity.variance()) / (skill * skill);
        double half = NORMAL_95 * Math.sqrt(variance);
        double share = Math.clamp(raw, 0, 1);
        return Optional.of(new RoganGladen(share, raw, Math.clamp(raw - half, 0, 1), Math.clamp(raw + half, 0, 1)));
    }
}
