package dev.ipw.run;

import dev.ipw.energy.EnergyReading;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Hold the joules per token while the load is steady: from when the number of requests in flight first reaches its
 * median, weighted by time, until it last leaves it. What it takes to begin and to end a run is not in it, so it
 * compares with runs of any length under the same load. All that the headline's devices used is in it, idle power too.
 *
 * @param startNanos   when the window begins, in nanoseconds since the run's anchor
 * @param endNanos     when it ends
 * @param energy       joules of the headline's devices in it
 * @param outputTokens tokens of whole answers that came in it by their stamps
 */
public record SteadyState(long startNanos, long endNanos, EnergyReading energy, double outputTokens) {
    /** Check that there are joules and tokens. */
    public SteadyState {
        Objects.requireNonNull(energy, "energy");
        if (!energy.isAvailable() || !(outputTokens > 0)) {
            throw new IllegalArgumentException("A steady state has joules and tokens, not " + energy + " and "
                    + outputTokens);
        }
    }

    /**
     * Give the joules of a token.
     *
     * @return joules over output tokens
     */
    public double energyPerOutputTokenJoules() {
        return perToken(energy.joules());
    }

    /**
     * Give the least that they can be.
     *
     * @return the lower bound of the joules over output tokens
     */
    public double lowestEnergyPerOutputTokenJoules() {
        return perToken(energy.lower());
    }

    /**
     * Give the most that they can be.
     *
     * @return the upper bound of the joules over output tokens
     */
    public double highestEnergyPerOutputTokenJoules() {
        return perToken(energy.upper());
    }

    private double perToken(OptionalDouble joules) {
        return joules.orElseThrow() / outputTokens;
    }
}
