package dev.ipw.analysis;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunTotals;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Proportion;
import java.util.Optional;
import java.util.OptionalDouble;

/** Gather the queries of one run into its efficiency. */
public final class EfficiencyGatherer implements RecordGatherer {
    private static final int MOST_GROUPS = 16_384;
    private static final double LEVEL = 0.95;

    private final PowerImputation imputation;
    private final AnswersPerJoule metered = new AnswersPerJoule(MOST_GROUPS);
    private Optional<String> whyWithout = Optional.empty();
    private Provenance provenance = Provenance.MEASURED;
    private Optional<Provenance> unscoredProvenance = Optional.empty();
    private long correct;
    private long incorrect;
    private long failed;
    private long unscored;

    /** Gather none yet. */
    public EfficiencyGatherer() {
        this(PowerImputation.NONE);
    }

    /** Gather none yet; joules that are missing are imputed. */
    EfficiencyGatherer(PowerImputation imputation) {
        this.imputation = imputation;
    }

    @Override
    public void add(ProfilingRecord record) {
        failed += record.hasFailed() ? 1 : 0;
        EnergyReading headline = record.metrics().energy().headline();
        Optional<Boolean> isRight = record.isCorrect();
        if (isRight.isEmpty()) {
            unscored += record.hasFailed() ? 0 : 1;
            unscoredProvenance = headline.isComplete()
                    ? unscoredProvenance.map(headline.provenance()::weaker).or(() -> Optional.of(headline.provenance()))
                    : unscoredProvenance;
            return;
        }
        correct += isRight.get() ? 1 : 0;
        incorrect += isRight.get() ? 0 : 1;
        OptionalDouble joules = imputation.joules(record);
        if (joules.isPresent()) {
            metered.add(isRight.get(), joules.getAsDouble(), record.metrics().latency().totalSeconds());
            provenance = provenance.weaker(headline.isComplete() ? headline.provenance() : Provenance.ESTIMATED);
        } else if (whyWithout.isEmpty()) {
            whyWithout = headline.reason()
                    .or(() -> Optional.of("the sensor did not cover the whole query: " + headline.source()));
        }
    }

    /**
     * Work out the efficiency of what was gathered.
     *
     * @param totals what the run came to as a whole
     * @return its efficiency
     */
    public Efficiency finish(RunTotals totals) {
        EnergyReading device = totals.deviceEnergy();
        OptionalDouble watts = totals.averageWatts();
        boolean known = metered.count() > 0;
        // Where nothing was to be judged, the joules of the queries are known all the same.
        boolean unjudged = correct + incorrect == 0 && unscoredProvenance.isPresent();
        String source = known || unjudged
                ? device.source()
                : whyWithout.or(device::reason).orElse("no query was scored");
        return new Efficiency(correct, incorrect, failed, unscored, accuracy(), metered.perJoule(), perWatt(watts),
                metered.meanJoules(), watts, metered.count(), totals.headlineScope(),
                known ? provenance : unjudged ? unscoredProvenance.get() : Provenance.UNAVAILABLE, source);
    }

    private Optional<Estimate> accuracy() {
        return estimate(correct, correct + incorrect);
    }

    /** Give a share with Wilson's interval; empty of nothing. */
    static Optional<Estimate> estimate(long some, long all) {
        Proportion proportion = new Proportion(some, all);
        return all == 0 ? Optional.empty() : Optional.of(new Estimate(proportion.value(), proportion.wilson(LEVEL)));
    }

    private Optional<Estimate> perWatt(OptionalDouble watts) {
        if (watts.isEmpty() || watts.getAsDouble() <= 0) {
            return Optional.empty();
        }
        return accuracy().map(known -> new Estimate(known.value(), resampled(known)).dividedBy(watts.getAsDouble()));
    }

    /** Let accuracy and watts vary together, as the queries are drawn, where every scored query has both. */
    private Interval resampled(Estimate accuracy) {
        return metered.count() < correct + incorrect
                ? accuracy.interval()
                : metered.accuracyOverRelativeWatts().orElse(accuracy.interval());
    }
}
