package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.TimeSpan;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The check for a power sensor that shows the same value whatever its device does. */
public final class StuckPower {
    private static final int MIN_READINGS = 20;
    private static final int MIN_CHANGES = 3;
    private static final long MIN_NANOS = 1_000_000_000L;
    private static final double ALIKE = 1e-9;
    private static final double NANOS_PER_SECOND = 1e9;

    private StuckPower() {}

    /**
     * Looks for power that never changes although work begins and ends.
     *
     * @param power the joules of a device
     * @param work  the times of its work, in order; parts may overlap
     * @return a finding over all its readings; empty if its power changes, does not come from a power sensor, or if
     *         there are not enough data: three starts or ends of work, and a second each of work and of rest
     */
    public static Optional<EnergyFinding> find(DeviceSeries power, List<TimeSpan> work) {
        if (power.device().provenance() != Provenance.INTEGRATED || power.sampleCount() < MIN_READINGS) {
            return Optional.empty();
        }
        long first = power.firstNanos().orElseThrow();
        long last = power.lastNanos().orElseThrow();
        int changes = 0;
        long workNanos = 0;
        long until = first;
        for (TimeSpan part : work) {
            long from = Math.max(until, part.startNanos());
            long to = Math.min(last, part.endNanos());
            if (to > from) {
                changes += from > until ? 2 : 1;
                workNanos += to - from;
                until = to;
            }
        }
        changes += until < last ? 1 : 0;
        boolean hasEvidence = changes >= MIN_CHANGES && workNanos >= MIN_NANOS
                && last - first - workNanos >= MIN_NANOS;
        return hasEvidence && isConstant(power.steps()) ? Optional.of(finding(power, first, last)) : Optional.empty();
    }

    private static boolean isConstant(EnergySteps steps) {
        double watts = 0;
        for (int step = 0; step + 1 < steps.edges(); step++) {
            long nanos = steps.latest(step + 1) - steps.latest(step);
            double now = (steps.joules(step + 1) - steps.joules(step)) / nanos;
            if (step > 0 && Math.abs(now - watts) > ALIKE * watts) {
                return false;
            }
            watts = now;
        }
        return watts > 0;
    }

    private static EnergyFinding finding(DeviceSeries power, long first, long last) {
        return new EnergyFinding(EnergyFlag.INCONSISTENT, new TimeSpan(first, last), String.format(Locale.ROOT,
                "%s: its power is %.4g W in all %d readings, through work and rest: the sensor (%s) is stuck.",
                power.device().name(), power.totalJoules() * NANOS_PER_SECOND / (last - first), power.sampleCount(),
                power.device().source()));
    }
}
