package dev.ipw.profile.internal;

import dev.ipw.load.LoadShape;
import java.time.Duration;
import java.util.Optional;
import org.apache.commons.math3.distribution.GammaDistribution;
import org.apache.commons.math3.random.Well19937c;

/**
 * The random starts of requests. Arrivals at one per second are drawn first, and time is then scaled so that their rate
 * is that of the load at each moment: during the ramp it grows evenly, so that R t^2 / 2T requests have started t
 * seconds into a ramp of T seconds to the rate R. In a load of a given duration the number of arrivals equals the rate
 * times the duration: chance affects the moments, and not the rate. If arrivals are independent, each moment stays
 * equally likely.
 */
final class Arrivals {
    private static final double NANOS = 1e9;
    /** A margin so that rounding does not bring the first late arrival into the time. */
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

    /**
     * Returns the scale by which the distances, and one more to the end, fill the time: they are drawn once for their
     * sum, and not kept.
     */
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

    /** Returns the next start, in nanoseconds from the start of the load. */
    long next() {
        unitSeconds += even ? begun ? 1 : 0 : scale * distances.sample();
        begun = true;
        double seconds = unitSeconds < rampArrivals
                ? Math.sqrt(2 * unitSeconds * rampSeconds / perSecond)
                : rampSeconds + (unitSeconds - rampArrivals) / perSecond;
        return Math.round(seconds * NANOS);
    }
}
