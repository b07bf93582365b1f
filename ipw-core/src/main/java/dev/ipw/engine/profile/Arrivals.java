package dev.ipw.engine.profile;

import dev.ipw.load.LoadShape;
import java.time.Duration;
import org.apache.commons.math3.distribution.GammaDistribution;
import org.apache.commons.math3.random.Well19937c;

/**
 * Draw when requests are to start. Arrivals at one a second are drawn first and time is then bent so that their rate is
 * what the load asks for at each moment: during the ramp it grows evenly, so that R t^2 / 2T requests have come t seconds into a
 * ramp of T seconds to the rate R.
 */
final class Arrivals {
    private static final double NANOS = 1e9;

    private final double perSecond;
    private final double rampSeconds;
    private final double rampArrivals;
    private final GammaDistribution distances;
    private final boolean even;
    private double unitSeconds;
    private boolean begun;

    Arrivals(LoadShape.ArrivalRate rate, Duration ramp, long seed) {
        perSecond = rate.perSecond();
        rampSeconds = ramp.toNanos() / NANOS;
        rampArrivals = perSecond * rampSeconds / 2;
        even = rate.burstiness().isEmpty();
        double shape = rate.burstiness().orElse(1);
        distances = new GammaDistribution(new Well19937c(seed), shape, 1 / shape);
    }

    /** Return when the next request is to start, in nanoseconds from the start of the load. */
    long next() {
        unitSeconds += even ? begun ? 1 : 0 : distances.sample();
        begun = true;
        double seconds = unitSeconds < rampArrivals
                ? Math.sqrt(2 * unitSeconds * rampSeconds / perSecond)
                : rampSeconds + (unitSeconds - rampArrivals) / perSecond;
        return Math.round(seconds * NANOS);
    }
}
