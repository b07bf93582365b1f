package dev.ipw.energy.attribution;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.apiguardian.api.API;

/**
 * The deviation, the bounds over the rules and the parts of a request's joules. Its joules before and from its first
 * token add up to the figure.
 *
 * @param sigmaJoules     the standard deviation of the joules, without that of the sensor itself
 * @param lowestRule      the minimum of its shares under all defensible rules of sharing
 * @param highestRule     the maximum of these shares
 * @param prefillJoules   the joules before its first token; empty if it had none, if the sensor is too slow to separate
 *                        them, which makes their bounds wide, or if it overlapped others and the bounds of these joules
 *                        reach further than a tenth to each side
 * @param decodeJoules    the joules from its first token onward
 * @param idleShareJoules its part of the device's idle joules; empty without a baseline
 * @param netJoules       the joules beyond that part; empty without a baseline
 * @param netSigmaJoules  the standard deviation of the net joules, with the baseline's own; empty without a baseline
 */
@API(status = API.Status.EXPERIMENTAL)
public record EnergyBreakdown(OptionalDouble sigmaJoules, OptionalDouble lowestRule, OptionalDouble highestRule,
        OptionalDouble prefillJoules, OptionalDouble decodeJoules, OptionalDouble idleShareJoules,
        OptionalDouble netJoules, OptionalDouble netSigmaJoules) {
    /** The breakdown without any figure. */
    public static final EnergyBreakdown NONE = new EnergyBreakdown(OptionalDouble.empty(), OptionalDouble.empty(),
            OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(),
            OptionalDouble.empty());

    /**
     * Creates a breakdown without the uncertainty of the baseline.
     *
     * @param sigmaJoules     the standard deviation of the joules, without that of the sensor itself
     * @param lowestRule      the minimum of its shares under all defensible rules of sharing
     * @param highestRule     the maximum of these shares
     * @param prefillJoules   the joules before its first token
     * @param decodeJoules    the joules from its first token onward
     * @param idleShareJoules its part of the device's idle joules
     * @param netJoules       the joules beyond that part
     */
    public EnergyBreakdown(OptionalDouble sigmaJoules, OptionalDouble lowestRule, OptionalDouble highestRule,
            OptionalDouble prefillJoules, OptionalDouble decodeJoules, OptionalDouble idleShareJoules,
            OptionalDouble netJoules) {
        this(sigmaJoules, lowestRule, highestRule, prefillJoules, decodeJoules, idleShareJoules, netJoules,
                OptionalDouble.empty());
    }

    /**
     * Creates a breakdown of which only the joules before and after the first token may be known.
     *
     * @param phases these joules; empty if they are not known
     * @return the breakdown
     */
    public static EnergyBreakdown ofPhases(Optional<PhaseJoules> phases) {
        return new EnergyBreakdown(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(),
                phases.stream().mapToDouble(known -> known.prompt().joules()).findFirst(),
                phases.stream().mapToDouble(known -> known.answer().joules()).findFirst(), OptionalDouble.empty(),
                OptionalDouble.empty());
    }

    /**
     * Adds the deviation of the net joules, which combines that of the joules with that of the idle power over the time
     * of the idle share.
     *
     * @param idleWatts   the idle power from which the idle share was computed
     * @param spreadWatts its standard deviation
     * @return a copy with the deviation of the net joules, if there are any
     */
    public EnergyBreakdown withIdleSpread(double idleWatts, double spreadWatts) {
        if (netJoules.isEmpty() || sigmaJoules.isEmpty() || idleShareJoules.isEmpty()) {
            return this;
        }
        double ofBaseline = idleWatts > 0 ? idleShareJoules.getAsDouble() * spreadWatts / idleWatts : 0;
        return new EnergyBreakdown(sigmaJoules, lowestRule, highestRule, prefillJoules, decodeJoules, idleShareJoules,
                netJoules, OptionalDouble.of(Math.hypot(sigmaJoules.getAsDouble(), ofBaseline)));
    }

    /**
     * Removes the joules before and after the first token.
     *
     * @return a copy without the phases
     */
    public EnergyBreakdown withoutPhases() {
        return new EnergyBreakdown(sigmaJoules, lowestRule, highestRule, OptionalDouble.empty(), OptionalDouble.empty(),
                idleShareJoules, netJoules, netSigmaJoules);
    }

    /**
     * Adds up the breakdowns of several devices. A sum with an absent part is absent; deviations are assumed to be
     * independent of each other.
     *
     * @param parts the devices' breakdowns
     * @return their sum
     */
    public static EnergyBreakdown sum(List<EnergyBreakdown> parts) {
        return new EnergyBreakdown(deviation(parts, EnergyBreakdown::sigmaJoules),
                sum(parts, EnergyBreakdown::lowestRule), sum(parts, EnergyBreakdown::highestRule),
                sum(parts, EnergyBreakdown::prefillJoules), sum(parts, EnergyBreakdown::decodeJoules),
                sum(parts, EnergyBreakdown::idleShareJoules), sum(parts, EnergyBreakdown::netJoules),
                deviation(parts, EnergyBreakdown::netSigmaJoules));
    }

    private static OptionalDouble deviation(List<EnergyBreakdown> parts,
            Function<EnergyBreakdown, OptionalDouble> figure) {
        OptionalDouble squares = sum(parts, part -> {
            OptionalDouble one = figure.apply(part);
            return one.isPresent() ? OptionalDouble.of(one.getAsDouble() * one.getAsDouble()) : one;
        });
        return squares.isPresent() ? OptionalDouble.of(Math.sqrt(squares.getAsDouble())) : squares;
    }

    private static OptionalDouble sum(List<EnergyBreakdown> parts, Function<EnergyBreakdown, OptionalDouble> figure) {
        double sum = 0;
        for (EnergyBreakdown part : parts) {
            OptionalDouble value = figure.apply(part);
            if (value.isEmpty()) {
                return value;
            }
            sum += value.getAsDouble();
        }
        return parts.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sum);
    }
}
