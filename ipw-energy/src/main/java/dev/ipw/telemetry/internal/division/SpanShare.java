package dev.ipw.telemetry.internal.division;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The joules of one device charged to a span.
 *
 * @param reading    the joules
 * @param idleJoules its part of the idle power, in joules; empty if it is not known
 */
public record SpanShare(EnergyReading reading, OptionalDouble idleJoules) {
    private static final double ROUNDING = 1e-12;
    private static final String NO_IDLE = "the idle power is not known: leave the machine alone for four seconds with the "
            + "session open and a watch on it, before the first request or between two";

    /**
     * Returns the share of a span that had no time of its own.
     *
     * @param device the device
     * @return a share of zero joules
     */
    public static SpanShare nothing(MeteredDevice device) {
        return new SpanShare(
                EnergyReading.of(0, 0, 0, device.provenance(), device.scope(), device.source(), Set.of()),
                OptionalDouble.of(0));
    }

    /**
     * Adds the share of another time, or of a child. An unknown part makes the sum PARTIAL.
     *
     * @param other the other share
     * @return the sum
     */
    public SpanShare plus(SpanShare other) {
        if (!reading.isAvailable() || !other.reading.isAvailable()) {
            return (reading.isAvailable() ? this : other).withoutPart();
        }
        return new SpanShare(reading.plus(other.reading), idleJoules.isPresent() && other.idleJoules.isPresent()
                ? OptionalDouble.of(idleJoules.getAsDouble() + other.idleJoules.getAsDouble())
                : OptionalDouble.empty());
    }

    /**
     * Returns this share as the known part of a longer time.
     *
     * @return the same joules, PARTIAL, without a part of the idle power
     */
    public SpanShare withoutPart() {
        return new SpanShare(reading.isAvailable() ? reading.flagged(EnergyFlag.PARTIAL) : reading,
                OptionalDouble.empty());
    }

    /**
     * Returns this share multiplied by a factor, to make parts join.
     *
     * @param factor the factor
     * @return the product
     */
    public SpanShare scaled(double factor) {
        if (Math.abs(factor - 1) < ROUNDING || !reading.isAvailable()) {
            return this;
        }
        return new SpanShare(times(reading, factor), idleJoules);
    }

    /**
     * Returns this share as an independent figure, where the divided joules belong to the same span again.
     *
     * @param window the joules of the device in that time
     * @return the same joules, no longer marked as a share
     */
    public SpanShare undivided(EnergyReading window) {
        if (!reading.flags().contains(EnergyFlag.ATTRIBUTED) || !window.isAvailable()) {
            return this;
        }
        double joules = reading.joules().orElseThrow();
        Set<EnergyFlag> flags = EnumSet.copyOf(reading.flags());
        flags.remove(EnergyFlag.ATTRIBUTED);
        return new SpanShare(new EnergyReading(reading.joules(),
                OptionalDouble.of(Math.min(joules, window.lower().orElseThrow())),
                OptionalDouble.of(Math.max(joules, window.upper().orElseThrow())), window.provenance(),
                reading.scopes(), reading.source(), flags, reading.reason()), idleJoules);
    }

    /**
     * Marks the joules as a share of the device's joules, since others were open at the same time, and raises the upper
     * bound to at least the given joules.
     */
    SpanShare attributed(double leastUpperJoules) {
        if (!reading.isAvailable()) {
            return this;
        }
        return new SpanShare(new EnergyReading(reading.joules(), reading.lower(),
                OptionalDouble.of(Math.max(leastUpperJoules, reading.upper().orElseThrow())), Provenance.ESTIMATED,
                reading.scopes(), reading.source(), reading.flags(), reading.reason()).flagged(EnergyFlag.ATTRIBUTED),
                idleJoules);
    }

    /**
     * Returns the joules beyond its part of the idle power.
     *
     * @return joules; UNAVAILABLE if there are none, or the idle power is not known
     */
    public EnergyReading net() {
        if (!reading.isAvailable() || idleJoules.isEmpty()) {
            return reading.isAvailable()
                    ? EnergyReading.unavailable(reading.scopes().iterator().next(), reading.source(), NO_IDLE)
                    : reading;
        }
        double idle = idleJoules.getAsDouble();
        return new EnergyReading(less(reading.joules(), idle), less(reading.lower(), idle),
                less(reading.upper(), idle), reading.provenance(), reading.scopes(), reading.source(), reading.flags(),
                Optional.empty());
    }

    private static OptionalDouble less(OptionalDouble joules, double idle) {
        return OptionalDouble.of(Math.max(0, joules.orElseThrow() - idle));
    }

    static EnergyReading times(EnergyReading reading, double factor) {
        double joules = factor * reading.joules().orElseThrow();
        return new EnergyReading(OptionalDouble.of(joules),
                OptionalDouble.of(Math.min(joules, factor * reading.lower().orElseThrow())),
                OptionalDouble.of(Math.max(joules, factor * reading.upper().orElseThrow())), reading.provenance(),
                reading.scopes(), reading.source(), reading.flags(), reading.reason());
    }
}
