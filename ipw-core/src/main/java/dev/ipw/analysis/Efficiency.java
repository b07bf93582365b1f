package dev.ipw.analysis;

import dev.ipw.energy.Provenance;
import dev.ipw.run.RunTotals;
import dev.ipw.statistics.Figure;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The energy efficiency of a run. The headlines divide all joules of the devices over the measurement window, including
 * idle power and failed requests, by the requests that were sent, by the output tokens or by the time. A gap in the
 * readings changes none of them if a counter counted through it. Failed requests count as wrong unless they were not to
 * be evaluated; answers that could not be evaluated count as neither right nor wrong. The intervals cover the chance in
 * the choice of questions at 95 percent, and the bounds of the joules. Each figure prints its interval, or the reason
 * why there is none.
 *
 * @param asked                requests that were sent, or that failed to be sent
 * @param correct              right answers
 * @param incorrect            wrong answers, failed and unattempted ones among them
 * @param failed               requests without a whole answer
 * @param unscored             answers that could not or need not be evaluated; a failed request is no answer
 * @param accuracy             correct / (correct + incorrect) with the interval of Wilson
 * @param intelligencePerJoule accuracy over joules per query
 * @param intelligencePerWatt  accuracy over the devices' watts
 * @param joulesPerQuery       joules of the measurement window over the requests that were sent
 * @param joulesPerOutputToken joules of the measurement window over the tokens of whole answers
 * @param deviceWatts          the devices' mean power over the measurement window
 * @param basis                the joules that these figures divide
 * @param coverage             the share of requests and of time whose joules are known
 * @param queriesWithEnergy    scored queries whose share of the joules is completely known
 * @param whyNoHeadline        why there are no figures in joules and watts and how to get them, or why there are none
 *                             of a model because none was called; empty if there are figures
 * @param energyScope          the devices whose joules these are, in one word: {@code gpu+package+dram},
 *                             {@code cpu-estimate}
 * @param energyProvenance     the provenance of the joules that the headlines divide; without headlines, of the joules
 *                             that are known
 * @param shareProvenance      the weakest source among the shares of the scored queries; of all queries if none was to
 *                             be scored
 * @param energySource         the sensors in words, or why there are no joules
 */
@API(status = API.Status.EXPERIMENTAL)
public record Efficiency(long asked, long correct, long incorrect, long failed, long unscored,
        Figure accuracy, Figure intelligencePerJoule, Figure intelligencePerWatt, Figure joulesPerQuery,
        Figure joulesPerOutputToken, Figure deviceWatts, HeadlineBasis basis, QueryCoverage coverage,
        long queriesWithEnergy, Optional<String> whyNoHeadline,
        String energyScope, Provenance energyProvenance, Provenance shareProvenance, String energySource) {

    /** Rejects nulls. */
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

    /**
     * Formats the headlines for a reader, for example {@code 58 of 60 right, 0.53 J/query [0.4, 0.7], 1.8 IPJ [1.2, 2.4],
     * MEASURED (powercap package-0)}, or the reason why there are none.
     */
    @Override
    public String toString() {
        String filled = basis == HeadlineBasis.FILLED ? ", unread time filled in" : "";
        return correct + " of " + scored() + " right, " + whyNoHeadline.map(why -> "no joules: " + why)
                .orElseGet(() -> joulesPerQuery + ", " + intelligencePerJoule + ", " + energyProvenance + " ("
                        + energySource + ")" + filled);
    }

    /** The joules that a run's headlines divide. */
    public enum HeadlineBasis {
        /** All joules of the devices over the measurement window. */
        TOTAL,
        /** The same, with unread time filled in. */
        FILLED,
        /** The joules of the queries, for a run of another tool that did not record the time between them. */
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
     * The queries, and the part of their time, whose joules are known. A mean over these alone would favour short
     * queries, which seldom meet a gap in the readings.
     *
     * @param queries    all there are
     * @param withEnergy those whose joules are completely known
     * @param timeShare  the part of the time whose joules are known, from 0 to 1
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
         * Returns whether a mean over the known queries may represent all.
         *
         * @return true if at least 95 percent of the queries and of the time are known
         */
        public boolean isEnough() {
            return queryShare() >= RunTotals.MIN_COVERAGE && timeShare >= RunTotals.MIN_COVERAGE;
        }

        /** A count of queries and their seconds. */
        public static final class Tally {
            private long queries;
            private long withEnergy;
            private double seconds;
            private double knownSeconds;

            /** Creates an empty count. */
            public Tally() {}

            /**
             * Counts a query.
             *
             * @param isKnown     true if its joules are completely known
             * @param tookSeconds the seconds in which it was served
             */
            public void add(boolean isKnown, double tookSeconds) {
                queries++;
                seconds += tookSeconds;
                withEnergy += isKnown ? 1 : 0;
                knownSeconds += isKnown ? tookSeconds : 0;
            }

            /**
             * Returns the coverage so far.
             *
             * @return the coverage; queries that took no time count like the others
             */
            public QueryCoverage finish() {
                double share = seconds > 0 ? knownSeconds / seconds : queries > 0 ? (double) withEnergy / queries : 0;
                return new QueryCoverage(queries, withEnergy, share);
            }
        }
    }
}
