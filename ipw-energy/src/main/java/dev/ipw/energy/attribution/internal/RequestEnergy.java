package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.energy.attribution.PhaseJoules;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The joules of one request.
 *
 * @param id        the request
 * @param reading   its joules with their bounds; ESTIMATED if they are a share of the joules of several requests
 * @param breakdown the parts of the joules, as far as they are known
 * @param fixedJoules its part of the joules that steps use whatever is in them; empty if it is not known
 * @param phases    the joules of its phases with their bounds, however wide; empty if there are none
 */
public record RequestEnergy(String id, EnergyReading reading, EnergyBreakdown breakdown, OptionalDouble fixedJoules,
        Optional<PhaseJoules> phases) {
    /** Creates the joules of a request whose part of the cost of steps, and whose bounds of phases, are not known. */
    public RequestEnergy(String id, EnergyReading reading, EnergyBreakdown breakdown) {
        this(id, reading, breakdown, OptionalDouble.empty(), Optional.empty());
    }

    /**
     * Leaves out the joules.
     *
     * @param why the reason why they are not known
     * @return a copy without a figure and bounds; unchanged without joules
     */
    public RequestEnergy without(String why) {
        return reading.upper().isEmpty() ? this : without(id, reading.withoutJoules(why));
    }

    static RequestEnergy without(String id, EnergyReading unavailable) {
        return new RequestEnergy(id, unavailable, EnergyBreakdown.NONE);
    }

    /**
     * Adds up the joules of a request on several devices. Where its phases are known, their sums add up to the joules
     * to the last digit.
     *
     * @param id    the request
     * @param parts its joules on each device, at least one
     * @return the sum; without a figure if one of them has none
     */
    public static RequestEnergy sum(String id, List<RequestEnergy> parts) {
        EnergyReading sum = parts.stream().map(RequestEnergy::reading).reduce(EnergyReading::plus).orElseThrow();
        if (!sum.isAvailable()) {
            return without(id, sum);
        }
        return new RequestEnergy(id, sum, EnergyBreakdown.sum(parts.stream().map(RequestEnergy::breakdown).toList()))
                .withPhasesAddedUp();
    }

    /**
     * Adds the joules of the same request on the same device in a later interval. Where one of the two is unknown, the
     * other is PARTIAL, and its phases are dropped: they would be those of a part. Where one is only bounded, so is the
     * sum.
     *
     * @param later the later joules
     * @return the joules of both
     */
    public RequestEnergy followedBy(RequestEnergy later) {
        boolean areBounded = reading.upper().isPresent() && later.reading.upper().isPresent();
        if (!areBounded && (!reading.isAvailable() || !later.reading.isAvailable())) {
            RequestEnergy known = reading.isAvailable() ? this : later;
            return known.reading.isAvailable()
                    ? new RequestEnergy(id, known.reading.flagged(EnergyFlag.PARTIAL),
                            known.breakdown.withoutPhases())
                    : without(id, reading.plus(later.reading));
        }
        return sum(id, List.of(this, later));
    }

    private RequestEnergy withPhasesAddedUp() {
        if (reading.joules().isEmpty() || prefillJoules().isEmpty() || decodeJoules().isEmpty()) {
            return this;
        }
        double joules = prefillJoules().getAsDouble() + decodeJoules().getAsDouble();
        return new RequestEnergy(id,
                new EnergyReading(OptionalDouble.of(joules),
                        OptionalDouble.of(Math.min(joules, reading.lower().orElseThrow())),
                        OptionalDouble.of(Math.max(joules, reading.upper().orElseThrow())), reading.provenance(),
                        reading.scopes(), reading.source(), reading.flags(), reading.reason()),
                breakdown);
    }

    /**
     * Returns the joules.
     *
     * @return joules; empty if there is no figure
     */
    public OptionalDouble joules() {
        return reading.joules();
    }

    /**
     * Returns the joules before its first token.
     *
     * @return joules; empty if they cannot be separated
     */
    public OptionalDouble prefillJoules() {
        return breakdown.prefillJoules();
    }

    /**
     * Returns the joules from its first token onward.
     *
     * @return joules; empty if they cannot be separated
     */
    public OptionalDouble decodeJoules() {
        return breakdown.decodeJoules();
    }
}
