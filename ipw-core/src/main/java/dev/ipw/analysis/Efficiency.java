package dev.ipw.analysis;

import dev.ipw.energy.Provenance;
import dev.ipw.run.RunTotals;
import dev.ipw.statistics.Estimate;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold the efficiency of a run: what it delivered for its energy. Headlines divide all that the devices used over the
 * measurement window, idle power and failed requests among it, by the requests that were asked, by the tokens that
 * came, by the time: a gap in the readings moves none of them where a counter counted through it. Failed requests count
 * as wrong unless they were not to be evaluated; answers that could not be evaluated count neither way. The intervals hold what
 * chance does among the questions with 95 percent, and the bounds of the joules.
 *
 * @param asked                requests that were sent, or tried to be
 * @param correct              right answers
 * @param incorrect            wrong answers, failed and unattempted ones among them
 * @param failed               requests without a whole answer
 * @param unscored             answers that could not be judged or were not to be; a failed request is no answer
 * @param accuracy             correct / (correct + incorrect) with the interval of Wilson; empty if nothing was scored
 * @param intelligencePerJoule accuracy over joules per query
 * @param intelligencePerWatt  accuracy over the devices' watts
 * @param joulesPerQuery       joules of the measurement window over the requests that were asked
 * @param joulesPerOutputToken joules of the measurement window over the tokens of whole answers
 * @param deviceWatts          what the devices drew over the measurement window
 * @param basis                what these figures divide
 * @param coverage             of how many requests, and of how much of the time, the joules are known
 * @param queriesWithEnergy    scored queries whose share of the joules is completely known
 * @param whyNoHeadline        why there are no figures in joules and watts, and what to do, or none of a model since none was asked; empty
 *                             if there are
 * @param energyScope          whose joules, in one word: {@code gpu+package+dram}, {@code cpu-estimate}
 * @param energyProvenance     how the joules that the headlines divide came about; without headlines, what is known of them
 * @param shareProvenance      the weakest source among the shares of the scored queries; of all if none was to be scored
 * @param energySource         the sensors in words, or why there are no joules
 */
public record Efficiency(long asked, long correct, long incorrect, long failed, long unscored,
        Optional<Estimate> accuracy, Optional<Estimate> intelligencePerJoule, Optional<Estimate> intelligencePerWatt,
        Optional<Estimate> joulesPerQuery, Optional<Estimate> joulesPerOutputToken, Optional<Estimate> deviceWatts,
        HeadlineBasis basis, QueryCoverage coverage, long queriesWithEnergy, Optional<String> whyNoHeadline,
        String energyScope, Provenance energyProvenance, Provenance shareProvenance, String energySource) {

    /** Refuse nulls. */
    public Efficiency {
        Objects.requireNonNull(basis, "basis");
        Objects.requireNonNull(coverage, "coverage");
        Objects.requireNonNull(energyScope, "energyScope");
        Objects.requireNonNull(energyProvenance, "energyProvenance");
        Objects.requireNonNull(shareProvenance, "shareProvenance");
    }

    /**
     * Returns the answers that were scored.
     *
     * @return correct + incorrect
     */
    public long scored() {
        return correct + incorrect;
    }

    /** The joules that a run's headlines divide. */
    public enum HeadlineBasis {
        /** All that the devices used over the measurement window. */
        TOTAL,
        /** The same, with the time that was not read filled in. */
        FILLED,
        /** The joules of the queries, of a run that another tool made: it kept none of the time between them. */
        QUERIES,
        /** Nothing: too little is known. */
        NONE;

        /**
         * Returns the name used in files.
         *
         * @return lower case
         */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

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
         * Returns the share of the queries whose joules are known.
         *
         * @return from 0 to 1; 0 without queries
         */
        public double queryShare() {
            return queries == 0 ? 0 : (double) withEnergy / queries;
        }

        /**
         * Returns whether a mean over those that are known may represent all.
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

            /** Counts none yet. */
            public Tally() {}

            /**
             * Counts a query.
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
             * Returns what was counted.
             *
             * @return the coverage; queries that took no time count as any other
             */
            public QueryCoverage finish() {
                double share = seconds > 0 ? knownSeconds / seconds : queries > 0 ? (double) withEnergy / queries : 0;
                return new QueryCoverage(queries, withEnergy, share);
            }
        }
    }
}
