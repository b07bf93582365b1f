package dev.ipw.energy;

import java.util.OptionalDouble;

/** Say how the joules of a counter's step are spread over it. */
@FunctionalInterface
public interface EnergyShape {
    /**
     * Give E(t) at a moment.
     *
     * @param around the steps around the moment
     * @param nanos  the moment
     * @return joules since the series began; empty to let them run straight
     */
    OptionalDouble joulesAt(EnergySteps around, long nanos);
}
