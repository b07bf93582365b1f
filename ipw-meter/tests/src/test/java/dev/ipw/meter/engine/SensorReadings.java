package dev.ipw.meter.engine;

import dev.ipw.meter.engine.EngineProfile.Sensing;

/**
 * The sensor of a device. It holds a value for each of its steps, and publishes it some milliseconds after the moment
 * for which it holds: a counter in millijoules, or the mean power over the time before. All of it follows from the seed
 * and the curve of the device, so any thread may read at any time.
 */
final class SensorReadings {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double COUNTS_PER_JOULE = 1000;
    private static final long MOST_OFFSET = 5_000_000_000L;

    private final Sensing sensing;
    private final EnergyCurve curve;
    private final double gain;
    private final long seed;
    private final long startNanos;

    SensorReadings(Sensing sensing, EnergyCurve curve, int device, long seed) {
        this.sensing = sensing;
        this.curve = curve;
        this.seed = seed + device;
        gain = sensing.gain(device);
        startNanos = curve.startNanos();
    }

    /** Returns the counter as it reads at a moment, in millijoules since the machine started. */
    long millijoulesAt(long atNanos) {
        double joules = countedJoulesAt(heldNanos(atNanos));
        return Math.floorMod(mix(seed), MOST_OFFSET) + (long) (joules * COUNTS_PER_JOULE);
    }

    /** Returns the joules of the device from its start to a moment, as a sensor without lag would count them. */
    double countedJoulesAt(long atNanos) {
        return gain * curve.joulesAt(atNanos);
    }

    /** Returns the power as it reads at a moment. */
    double wattsAt(long atNanos) {
        long until = Math.max(heldNanos(atNanos), startNanos + sensing.averagingNanos());
        long from = until - sensing.averagingNanos();
        return gain * (curve.joulesAt(until) - curve.joulesAt(from)) * NANOS_PER_SECOND / sensing.averagingNanos();
    }

    /** Returns the moment for which the value that is published at a moment holds. */
    private long heldNanos(long atNanos) {
        long step = Math.floorDiv(atNanos - startNanos, sensing.stepNanos());
        return startNanos + sensing.stepNanos() * (step * sensing.stepNanos() + lagNanos(step) <= atNanos - startNanos
                ? step
                : step - 1);
    }

    private long lagNanos(long step) {
        return sensing.shortestLagNanos() + Math.floorMod(mix(seed ^ step * 0x9E3779B97F4A7C15L),
                sensing.longestLagNanos() - sensing.shortestLagNanos() + 1);
    }

    /** Mixes the bits of a number, as the finaliser of a hash does. */
    private static long mix(long value) {
        long mixed = (value ^ value >>> 32) * 0xD6E8FEB86659FD93L;
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
        return mixed ^ mixed >>> 32;
    }
}
