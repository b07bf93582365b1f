package dev.ipw.energy.attribution;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Hold what is known of a request's joules beside their figure and its bounds. What it used until its first token and after
 * it add up to the figure.
 *
 * @param sigmaJoules     the standard deviation of the joules, without that of the sensor itself
 * @param lowestRule      the least that any of the defensible rules of sharing would charge it with
 * @param highestRule     the most
 * @param prefillJoules   what it used before its first token; empty if it had none, or the sensor is too slow to tell
 * @param decodeJoules    what it used from its first token on
 * @param idleShareJoules its part of what the device would have used anyway; empty without a baseline
 * @param netJoules       what it used beyond that; empty without a baseline
 */
public record EnergyBreakdown(OptionalDouble sigmaJoules, OptionalDouble lowestRule, OptionalDouble highestRule,
        OptionalDouble prefillJoules, OptionalDouble decodeJoules, OptionalDouble idleShareJoules,
        OptionalDouble netJoules) {
    /** Nothing is known. */
    public static final EnergyBreakdown NONE = new EnergyBreakdown(OptionalDouble.empty(), OptionalDouble.empty(),
            OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(),
            OptionalDouble.empty());

    /**
     * Add up what is known of several devices. A sum of which a part is absent is absent; deviations are taken to be
     * independent of each other.
     *
     * @param parts the devices' breakdowns
     * @return their sum
     */
    public static EnergyBreakdown sum(List<EnergyBreakdown> parts) {
        OptionalDouble squares = sum(parts, part -> part.sigmaJoules.isPresent()
                ? OptionalDouble.of(part.sigmaJoules.getAsDouble() * part.sigmaJoules.getAsDouble())
                : OptionalDouble.empty());
        return new EnergyBreakdown(
                squares.isPresent() ? OptionalDouble.of(Math.sqrt(squares.getAsDouble())) : squares,
                sum(parts, EnergyBreakdown::lowestRule), sum(parts, EnergyBreakdown::highestRule),
                sum(parts, EnergyBreakdown::prefillJoules), sum(parts, EnergyBreakdown::decodeJoules),
                sum(parts, EnergyBreakdown::idleShareJoules), sum(parts, EnergyBreakdown::netJoules));
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
