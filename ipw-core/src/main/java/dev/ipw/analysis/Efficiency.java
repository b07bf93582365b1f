package dev.ipw.analysis;

import dev.ipw.energy.Provenance;
import dev.ipw.results.RunReader;
import dev.ipw.statistics.Estimate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold what a run delivered for what it used. Failed requests count as wrong and keep their joules, unless nobody was to judge
 * them; answers that could not be judged count neither way; a query without joules, or with those of a part of it only, leaves both halves of
 * intelligence per joule.
 *
 * @param correct              right answers
 * @param incorrect            wrong answers, failed and unattempted ones among them
 * @param failed               requests without a whole answer
 * @param unscored             answers that could not be judged or were not to be; a failed request is no answer
 * @param accuracy             correct / (correct + incorrect) with the interval of Wilson; empty if nothing was scored
 * @param intelligencePerJoule accuracy over mean joules, as a ratio of sums over the scored queries with joules
 * @param intelligencePerWatt  accuracy / (device joules / seconds of the measured stretch)
 * @param meanJoules           joules of a scored query on average
 * @param deviceWatts          what the devices drew over the measured stretch
 * @param queriesWithEnergy    scored queries whose joules are completely known
 * @param energyScope          whose joules, in one word: {@code gpu+package+dram}, {@code cpu-estimate}
 * @param energyProvenance     the weakest source among the joules of the scored queries; of all if none was to be scored
 * @param energySource         the sensors in words, or why there are no joules
 */
public record Efficiency(long correct, long incorrect, long failed, long unscored, Optional<Estimate> accuracy,
        Optional<Estimate> intelligencePerJoule, Optional<Estimate> intelligencePerWatt, OptionalDouble meanJoules,
        OptionalDouble deviceWatts, long queriesWithEnergy, String energyScope, Provenance energyProvenance,
        String energySource) {

    /** Refuse nulls. */
    public Efficiency {
        Objects.requireNonNull(energyScope, "energyScope");
        Objects.requireNonNull(energyProvenance, "energyProvenance");
    }

    /**
     * Work out a run's efficiency.
     *
     * @param run the run
     * @return its efficiency
     * @throws dev.ipw.error.InputException if the run cannot be read
     */
    public static Efficiency of(RunReader run) {
        EfficiencyGatherer gatherer = new EfficiencyGatherer();
        RecordGatherer.gather(run, List.of(gatherer));
        return gatherer.finish(run.summary().totals());
    }

    /**
     * Give the answers that were scored.
     *
     * @return correct + incorrect
     */
    public long scored() {
        return correct + incorrect;
    }
}
