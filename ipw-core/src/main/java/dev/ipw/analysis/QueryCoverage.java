package dev.ipw.analysis;

import dev.ipw.run.RunTotals;

/**
 * Count for how many queries, and how much of their time, the joules are known: a mean over these alone would favour
 * short queries, which seldom meet a gap in the readings.
 *
 * @param queries    all there are
 * @param withEnergy those whose joules are completely known
 * @param timeShare  how much of the time the known joules are of, from 0 to 1
 */
public record QueryCoverage(long queries, long withEnergy, double timeShare) {
    /**
     * Give the share of the queries whose joules are known.
     *
     * @return from 0 to 1; 0 without queries
     */
    public double queryShare() {
        return queries == 0 ? 0 : (double) withEnergy / queries;
    }

    /**
     * Say whether a mean over those that are known may stand for all.
     *
     * @return true if at least 95 percent of the queries and of the time are known
     */
    public boolean isEnough() {
        return queryShare() >= RunTotals.LEAST_COVERAGE && timeShare >= RunTotals.LEAST_COVERAGE;
    }

    /** Count queries and their seconds. */
    public static final class Tally {
        private long queries;
        private long withEnergy;
        private double seconds;
        private double knownSeconds;

        /** Count none yet. */
        public Tally() {}

        /**
         * Count a query.
         *
         * @param isKnown     true if its joules are completely known
         * @param tookSeconds how long it was served
         */
        public void add(boolean isKnown, double tookSeconds) {
            queries++;
            seconds += tookSeconds;
            withEnergy += isKnown ? 1 : 0;
            knownSeconds += isKnown ? tookSeconds : 0;
        }

        /**
         * Give what was counted.
         *
         * @return the coverage; queries that took no time count as any other
         */
        public QueryCoverage finish() {
            double share = seconds > 0 ? knownSeconds / seconds : queries > 0 ? (double) withEnergy / queries : 0;
            return new QueryCoverage(queries, withEnergy, share);
        }
    }
}
