package dev.ipw.analysis;

import dev.ipw.energy.EnergyReading;
import dev.ipw.engine.statistics.Proportion;
import dev.ipw.internal.number.Ratio;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunTotals;
import dev.ipw.statistics.Estimate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold how many answers met the service levels.
 *
 * @param levels    what they had to keep
 * @param met       answers that kept all of them
 * @param attempted all requests, failed ones among them
 * @param seconds   the measurement window
 * @param joules    what the headline's devices used in it, for whatever answer or none; empty if not known
 */
public record Goodput(ServiceLevels levels, long met, long attempted, double seconds, OptionalDouble joules) {
    private static final double LEVEL = 0.95;

    /** Refuse nulls. */
    public Goodput {
        Objects.requireNonNull(levels, "levels");
        Objects.requireNonNull(joules, "joules");
    }

    /** Take in the queries of a run. */
    public static final class Gatherer implements RecordGatherer {
        private final ServiceLevels levels;
        private long met;

        /**
         * Take in none yet.
         *
         * @param levels what an answer must keep
         */
        public Gatherer(ServiceLevels levels) {
            this.levels = levels;
        }

        @Override
        public void add(ProfilingRecord record) {
            met += levels.areMetBy(record) ? 1 : 0;
        }

        /**
         * Compute the goodput of the whole run.
         *
         * @param totals what the run came to
         * @return how many answers kept the levels
         */
        public Goodput finish(RunTotals totals) {
            return new Goodput(levels, met, totals.queries(), totals.measuredSeconds(),
                    totals.headlineEnergy().map(EnergyReading::joules).orElse(OptionalDouble.empty()));
        }
    }

    /**
     * Count the answers of a run that met service levels.
     *
     * @param run    the run
     * @param levels what an answer must keep
     * @return how many did
     */
    public static Goodput of(RunReader run, ServiceLevels levels) {
        Gatherer gatherer = new Gatherer(levels);
        RecordGatherer.gather(run, List.of(gatherer));
        return gatherer.finish(run.summary().totals());
    }

    /**
     * Give the share of requests that kept the levels, with Wilson's interval.
     *
     * @return the share; empty without requests
     */
    public Optional<Estimate> share() {
        Proportion proportion = new Proportion(met, attempted);
        return attempted == 0
                ? Optional.empty()
                : Optional.of(new Estimate(proportion.value(), proportion.wilson(LEVEL)));
    }

    /**
     * Give the answers that kept the levels over the measured time.
     *
     * @return answers a second; empty if no time passed
     */
    public OptionalDouble perSecond() {
        return seconds > 0 ? OptionalDouble.of(met / seconds) : OptionalDouble.empty();
    }

    /**
     * Divide all joules of the measurement window, those of the other answers included, by the answers that met the
     * levels.
     *
     * @return joules an answer; empty if the joules are not known or no answer kept the levels
     */
    public OptionalDouble joulesPerAnswer() {
        return Ratio.of(joules, (double) met);
    }
}
