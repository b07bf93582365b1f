package dev.ipw.engine.profile;

import dev.ipw.load.LoadShape;
import java.time.Duration;
import java.util.Optional;
import org.apache.commons.math3.distribution.GammaDistribution;
import org.apache.commons.math3.random.Well19937c;

/**
 * Draw when requests are to start. Arrivals at one a second are drawn first and time is then bent so that their rate is
 * what the load asks for at each moment: during the ramp it grows evenly, so that R t^2 / 2T requests have come t seconds into a
 * ramp of T seconds to the rate R. In a load that lasts a given time as many come as its rate says: chance decides when, and not
 * whether another rate is offered than the one that is named. Of independent arrivals that leaves each moment as likely.
 */
final class Arrivals {
    private static final double NANOS = 1e9;
    /** So that the first arrival that is too late does not come in time by rounding. */
    private static final double ROUNDING = 1e-12;

    private final double perSecond;
    private final double rampSeconds;
    private final double rampArrivals;
    private final GammaDistribution distances;
    private final boolean even;
    private final double scale;
    private double unitSeconds;
    private boolean begun;

    Arrivals(LoadShape.ArrivalRate rate, Duration ramp, Optional<Duration> lasting, long seed) {
        perSecond = rate.perSecond();
        rampSeconds = ramp.toNanos() / NANOS;
        rampArrivals = perSecond * rampSeconds / 2;
        even = rate.burstiness().isEmpty();
        scale = even ? 1 : lasting.map(time -> scale(rate, time.toNanos() / NANOS, seed)).orElse(1.0);
        distances = distances(rate, seed);
    }

    private static GammaDistribution distances(LoadShape.ArrivalRate rate, long seed) {
        double shape = rate.burstiness().orElse(1);
        return new GammaDistribution(new Well19937c(seed), shape, 1 / shape);
    }

    /** Lets the distances, and one more to the end, fill the time: they are drawn once for their sum, and not kept. */
    private double scale(LoadShape.ArrivalRate rate, double seconds, long seed) {
        double wanted = seconds < rampSeconds
                ? perSecond * seconds * seconds / (2 * rampSeconds)
                : rampArrivals + perSecond * (seconds - rampSeconds);
        GammaDistribution drawn = distances(rate, seed);
        double sum = 0;
        for (long left = Math.max(1, Math.round(wanted)); left >= 0; left--) {
            sum += drawn.sample();
        }
        return wanted / sum * (1 + ROUNDING);
    }

    /** Returns when the next request is to start, in nanoseconds from the start of the load. */
    long next() {
        unitSeconds += even ? begun ? 1 : 0 : scale * distances.sample();
        begun = true;
        double seconds = unitSeconds < rampArrivals
                ? Math.sqrt(2 * unitSeconds * rampSeconds / perSecond)
                : rampSeconds + (unitSeconds - rampArrivals) / perSecond;
        return Math.round(seconds * NANOS);
    }
}
