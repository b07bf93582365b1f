package dev.ipw.energy.simulation.engine;

import java.util.SplittableRandom;

/** Another process on the same board: bursts of varying power, in which the engine's steps take longer. */
final class ForeignLoad {
    private final EngineSettings settings;
    private final SplittableRandom random;
    private final PowerTimeline power;
    private final double meanOn;
    private final double meanOff;
    private final double slowdown;
    private double joules;
    private long burstEnds;

    ForeignLoad(EngineSettings settings, long startNanos, SplittableRandom random) {
        this.settings = settings;
        this.random = random;
        power = new PowerTimeline(startNanos, 0, settings.lagSeconds);
        meanOn = random.nextDouble(0.3, 5);
        meanOff = random.nextDouble(1, 8);
        slowdown = random.nextDouble(1, 1.3);
        power.append(startNanos + 1_000_000_000, 0);
        burstEnds = startNanos;
    }

    /** Return by what factor the engine's steps are longer at a moment. */
    double slowdown(long nanos) {
        if (settings.foreignPowerShare == 0) {
            return 1;
        }
        extendTo(nanos);
        return power.wattsAt(nanos) > 0 ? slowdown : 1;
    }

    /** Draw nothing more up to {@code nanos}. */
    void endAt(long nanos) {
        power.append(nanos, 0);
    }

    PowerTimeline power() {
        return power;
    }

    double joules() {
        return joules;
    }

    private void extendTo(long nanos) {
        while (power.endNanos() <= nanos) {
            long now = power.endNanos();
            if (now >= burstEnds) {
                power.append(now + Workload.nanos(random.nextExponential() * meanOff) + 1, 0);
                burstEnds = power.endNanos() + Workload.nanos(random.nextExponential() * meanOn);
            } else {
                long piece = Workload.nanos(random.nextDouble(0.02, 0.2));
                double watts = settings.rangeWatts() * settings.foreignPowerShare * random.nextDouble(0.1, 1);
                joules += power.append(now + piece, watts);
            }
        }
    }
}
