package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.EnergySteps;
import dev.ipw.run.RunTotals.GrossEnergy;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The joules of a device over the measurement windows if it was not read all the time. A counter counts through a gap.
 * Otherwise the unread time is filled in at the mean power of the rest. The bounds allow any power between the minimum
 * that the device showed and its limit, or the maximum that it showed if that is higher or no limit is known.
 */
final class FilledTotal {
    private static final double NANOS = 1e9;
    // Joules with a missing part are never presented as complete, however small the part.
    private static final double PART = Math.nextDown(1.0);

    private final EnergySteps steps;
    private final UncountedTime uncounted;
    private final boolean isPolled;
    private final List<TimeSpan> measured;
    private double bridgedJoules;
    private double bridgedLowest;
    private double bridgedHighest;
    private double readSeconds;
    private double lowestWatts = Double.POSITIVE_INFINITY;
    private double highestWatts;

    private FilledTotal(DeviceSeries series, UncountedTime uncounted, List<TimeSpan> measured) {
        steps = series.steps();
        this.uncounted = uncounted;
        isPolled = series.device().provenance() == Provenance.INTEGRATED;
        this.measured = measured;
        for (int step = 0; step + 1 < steps.edges(); step++) {
            look(step);
        }
    }

    /**
     * Returns the filled total.
     *
     * @param series    the device's readings
     * @param uncounted seconds of the windows whose joules are unknown
     * @param total     its joules over the measurement windows, as far as they were read
     * @param measured  the measurement windows
     * @return its gross joules; empty if none of them are known
     */
    static Optional<GrossEnergy> of(DeviceSeries series, UncountedTime uncounted, EnergyReading total,
            List<TimeSpan> measured) {
        boolean isBridged = series.device().provenance() == Provenance.INTEGRATED
                && total.flags().contains(EnergyFlag.GAP);
        if (total.isComplete() && !isBridged) {
            return Optional.of(new GrossEnergy(total, 1));
        }
        return total.isAvailable() && !total.flags().contains(EnergyFlag.PROVISIONAL)
                ? new FilledTotal(series, uncounted, measured).fill(total)
                : Optional.empty();
    }

    private void look(int step) {
        double seconds = 0;
        for (TimeSpan span : measured) {
            seconds += Math.max(0, Math.min(middle(step + 1), (double) span.endNanos())
                    - Math.max(middle(step), (double) span.startNanos())) / NANOS;
        }
        double whole = (middle(step + 1) - middle(step)) / NANOS;
        if (seconds <= 0 || whole <= 0 || uncounted.holds(step)) {
            return;
        }
        double inside = seconds / whole;
        double joules = steps.joules(step + 1) - steps.joules(step);
        if (isPolled && steps.isGap(step)) {
            bridgedJoules += joules * inside;
            bridgedLowest += (steps.lowestJoules(step + 1) - steps.lowestJoules(step)) * inside;
            bridgedHighest += (steps.highestJoules(step + 1) - steps.highestJoules(step)) * inside;
        } else {
            readSeconds += seconds;
            lowestWatts = Math.min(lowestWatts, joules / whole);
            highestWatts = Math.max(highestWatts, joules / whole);
        }
    }

    private double middle(int edge) {
        return (steps.earliest(edge) + steps.latest(edge)) / 2.0;
    }

    private Optional<GrossEnergy> fill(EnergyReading total) {
        double all = measured.stream().mapToDouble(span -> (span.endNanos() - span.startNanos()) / NANOS).sum();
        double unreadSeconds = Math.max(0, all - readSeconds);
        if (!(readSeconds > 0) || !(highestWatts >= lowestWatts)) {
            return Optional.empty();
        }
        double known = Math.max(0, total.joules().orElseThrow() - bridgedJoules);
        double joules = known + known / readSeconds * unreadSeconds;
        double lower = Math.max(0, total.lower().orElseThrow() - bridgedLowest) + lowestWatts * unreadSeconds;
        double upper = Math.max(0, total.upper().orElseThrow() - bridgedHighest)
                + Math.max(highestWatts, uncounted.mostWatts()) * unreadSeconds;
        Set<EnergyFlag> flags = EnumSet.copyOf(total.flags());
        flags.removeAll(EnumSet.of(EnergyFlag.PARTIAL, EnergyFlag.RESET, EnergyFlag.LOST));
        flags.add(EnergyFlag.GAP);
        return Optional.of(new GrossEnergy(EnergyReading.of(joules, Math.min(lower, joules), Math.max(upper, joules),
                total.isComplete() ? total.provenance() : Provenance.ESTIMATED, total.scopes().iterator().next(),
                total.source(), flags),
                Math.min(total.isComplete() ? 1 : PART, readSeconds / all)));
    }
}
