package dev.ipw.energy.simulation.server;

/** Sets the clock of a board after its load, its power limit and its temperature, each with a lag. */
final class Governor {

    private static final double FLOOR_CLOCK = 0.2;

    private final boolean followsLoad;
    private final double lagSeconds;
    private final double lowestClock;
    private final double limitWatts;
    /** The clock as a share of the highest. */
    double clock = 1;
    private double cap = 1;
    private double meanWatts;
    private double meanLoad;

    Governor(boolean followsLoad, double lagSeconds, double lowestClock, double limitWatts) {
        this.followsLoad = followsLoad;
        this.lagSeconds = lagSeconds;
        this.lowestClock = lowestClock;
        this.limitWatts = limitWatts;
    }

    void pass(double seconds, double load, double watts, double throttleShare) {
        double step = 1 - Math.exp(-seconds / lagSeconds);
        meanWatts += step * (watts - meanWatts);
        meanLoad += step * (load - meanLoad);
        // settles a little below the limit, and overshoots it before that, as boards do
        cap = Math.clamp(cap + 1.5 * Math.min(0.2, step) * (0.97 - meanWatts / limitWatts), FLOOR_CLOCK, 1);
        double wanted = followsLoad ? Math.min(1, lowestClock + (1 - lowestClock) * 1.2 * meanLoad) : 1;
        double target = Math.max(FLOOR_CLOCK, Math.min(wanted, cap) * throttleShare);
        clock += step * (target - clock);
    }
}
