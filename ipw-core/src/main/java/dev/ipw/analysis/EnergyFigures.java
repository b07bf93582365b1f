package dev.ipw.analysis;

import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.statistics.Statistics;
import java.util.Optional;
import java.util.OptionalDouble;

/** Gather the joules and watts of the scored queries that have them whole, and how many of just those are right. */
final class EnergyFigures {
    private final Figures joules = new Figures();
    private final Figures watts = new Figures();
    private long correct;

    void add(ProfilingRecord record) {
        Optional<Boolean> right = record.isCorrect();
        OptionalDouble energy = Dimension.ENERGY_JOULES.of(record);
        if (right.isPresent() && energy.isPresent()) {
            joules.add(energy.getAsDouble());
            Dimension.POWER_WATTS.of(record).ifPresent(watts::add);
            correct += right.get() ? 1 : 0;
        }
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
