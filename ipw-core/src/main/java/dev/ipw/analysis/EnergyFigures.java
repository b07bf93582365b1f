package dev.ipw.analysis;

import dev.ipw.record.ProfilingRecord;
import dev.ipw.statistics.Statistics;
import java.util.Optional;
import java.util.OptionalDouble;

/** Gather the joules and watts of the scored queries that have them whole, or filled in, and how many of just those are right. */
final class EnergyFigures implements RecordGatherer {
    private final Figures joules = new Figures();
    private final Figures watts = new Figures();
    private final PowerImputation imputation;
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
        if (right.isEmpty() || energy.isEmpty()) {
            return;
        }
        double seconds = record.metrics().latency().totalSeconds();
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

    /** Give the mean of the joules that were filled in. */
    OptionalDouble meanImputedJoules() {
        return imputed == 0 ? OptionalDouble.empty() : OptionalDouble.of(imputedJoules / imputed);
    }

    Figures joules() {
        return joules;
    }

    Figures watts() {
        return watts;
    }

    Optional<Statistics> energy() {
        return statistics(joules);
    }

    Optional<Statistics> power() {
        return statistics(watts);
    }

    /** Give the right share of the queries whose joules are known. */
    OptionalDouble accuracy() {
        return joules.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) correct / joules.count());
    }

    /** Divide by the mean of the same queries' watts. */
    OptionalDouble accuracyPerWatt() {
        Optional<Statistics> power = power().filter(known -> known.average() > 0);
        return power.isEmpty() || accuracy().isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(accuracy().getAsDouble() / power.get().average());
    }

    private static Optional<Statistics> statistics(Figures values) {
        return Statistics.of(values.stream().toArray());
    }
}
