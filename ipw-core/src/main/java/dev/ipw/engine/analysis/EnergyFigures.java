package dev.ipw.engine.analysis;

import dev.ipw.analysis.Efficiency.QueryCoverage;
import dev.ipw.internal.number.Ratio;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.statistics.Statistics;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Gather the joules and watts of the scored queries that have them whole, or filled in, and how many of just those are right.
 * Where less than 95 percent of these queries, or of their time, have them, there is no mean.
 */
final class EnergyFigures implements RecordGatherer {
    private final Figures joules = new Figures();
    private final Figures watts = new Figures();
    private final PowerImputation imputation;
    private final QueryCoverage.Tally coverage = new QueryCoverage.Tally();
    private long correct;
    private long imputed;
    private double imputedJoules;

    EnergyFigures(PowerImputation imputation) {
        this.imputation = imputation;
    }

    @Override
    public void add(ProfilingRecord record) {
        Optional<Boolean> right = record.isCorrect();
        OptionalDouble energy = imputation.joules(record);
        double seconds = record.metrics().latency().totalSeconds();
        if (right.isPresent()) {
            coverage.add(energy.isPresent(), seconds);
        }
        if (right.isEmpty() || energy.isEmpty()) {
            return;
        }
        joules.add(energy.getAsDouble());
        if (seconds > 0) {
            watts.add(energy.getAsDouble() / seconds);
        }
        correct += right.get() ? 1 : 0;
        imputation.imputed(record).ifPresent(filled -> {
            imputed++;
            imputedJoules += filled;
        });
    }

    /** Count the queries whose joules were filled in. */
    long imputed() {
        return imputed;
    }

    /** Return the mean of the joules that were filled in. */
    OptionalDouble meanImputedJoules() {
        return imputed == 0 ? OptionalDouble.empty() : OptionalDouble.of(imputedJoules / imputed);
    }

    Figures joules() {
        return joules;
    }

    Figures watts() {
        return watts;
    }

    /** Return how many scored queries, and how much of their time, have known joules. */
    QueryCoverage coverage() {
        return coverage.finish();
    }

    /** Summarise the joules; empty if too many queries lack them. */
    Optional<Statistics> energy() {
        return statistics(joules);
    }

    /** Summarise the watts; empty if too many queries lack them. */
    Optional<Statistics> power() {
        return statistics(watts);
    }

    /** Return the right share of the queries whose joules are known. */
    OptionalDouble accuracy() {
        return joules.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) correct / joules.count());
    }

    /** Divide by the mean of the same queries' watts. */
    OptionalDouble accuracyPerWatt() {
        return Ratio.of(accuracy(), power().map(Statistics::average).orElse(0.0));
    }

    private Optional<Statistics> statistics(Figures values) {
        return !coverage().isEnough() ? Optional.empty() : Statistics.of(values.stream().toArray());
    }
}
