package dev.ipw.energy.attribution;

import dev.ipw.energy.EnergyReading;
import java.util.OptionalDouble;

/**
 * Hold what one request used of one device. What it used until its first token and after it add up to the reading.
 *
 * @param id              the request
 * @param reading         its joules with their bounds; ESTIMATED if they are a share of what several used together
 * @param sigmaJoules     the standard deviation of the joules, without that of the sensor itself
 * @param lowestRule      the least that any of the defensible rules would charge it with
 * @param highestRule     the most
 * @param prefillJoules   what it used before its first token, or altogether if it had none
 * @param decodeJoules    what it used from its first token on
 * @param idleShareJoules its part of what the device would have used anyway; empty without a baseline
 * @param netJoules       what it used beyond that; empty without a baseline
 */
public record RequestEnergy(String id, EnergyReading reading, OptionalDouble sigmaJoules, OptionalDouble lowestRule,
        OptionalDouble highestRule, OptionalDouble prefillJoules, OptionalDouble decodeJoules,
        OptionalDouble idleShareJoules, OptionalDouble netJoules) {

    static RequestEnergy without(String id, EnergyReading unavailable) {
        OptionalDouble none = OptionalDouble.empty();
        return new RequestEnergy(id, unavailable, none, none, none, none, none, none, none);
    }
}
