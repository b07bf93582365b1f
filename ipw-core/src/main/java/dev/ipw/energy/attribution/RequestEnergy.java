package dev.ipw.energy.attribution;

import dev.ipw.energy.EnergyReading;
import java.util.OptionalDouble;

/**
 * Hold what one request used.
 *
 * @param id        the request
 * @param reading   its joules with their bounds; ESTIMATED if they are a share of what several used together
 * @param breakdown what is known of them beside that
 */
public record RequestEnergy(String id, EnergyReading reading, EnergyBreakdown breakdown) {
    static RequestEnergy without(String id, EnergyReading unavailable) {
        return new RequestEnergy(id, unavailable, EnergyBreakdown.NONE);
    }

    /**
     * Give the joules.
     *
     * @return joules; empty if there is no figure
     */
    public OptionalDouble joules() {
        return reading.joules();
    }

    /**
     * Give what it used before its first token.
     *
     * @return joules; empty if that cannot be told
     */
    public OptionalDouble prefillJoules() {
        return breakdown.prefillJoules();
    }

    /**
     * Give what it used from its first token on.
     *
     * @return joules; empty if that cannot be told
     */
    public OptionalDouble decodeJoules() {
        return breakdown.decodeJoules();
    }
}
