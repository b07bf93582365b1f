package dev.ipw.energy.internal;

import java.util.OptionalDouble;

/** The distribution of a counter step's joules over its time. */
@FunctionalInterface
public interface EnergyShape {
    /**
     * Returns E(t) at a moment.
     *
     * @param around the steps around the moment
     * @param nanos  the moment
     * @return joules since the series began; empty for a straight line
     */
    OptionalDouble joulesAt(EnergySteps around, long nanos);
}
