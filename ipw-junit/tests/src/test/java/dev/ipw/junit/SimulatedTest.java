package dev.ipw.junit;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import java.time.Duration;
import java.util.Random;
import java.util.Set;

/**
 * Simulates a test whose energy is noisy: lognormal from call to call, a little more or less while the machine warms up, with a
 * memory from one repetition to the next, and seen through a counter that moves in steps. All of it is drawn anew for each seed.
 */
final class SimulatedTest implements BudgetDecision.Source {
    private static final double COUNTER_STEP = 0.02;

    private final Random random;
    private final double meanJoules;
    private final double spread;
    private final double memory;
    private final double drift;
    private final double driftLength;
    private double remembered;
    private double usedJoules;
    private int done;

    SimulatedTest(long seed, double meanJoules) {
        random = new Random(seed * 0x9e3779b97f4a7c15L);
        random.nextLong();
        this.meanJoules = meanJoules;
        spread = 0.02 + 0.18 * random.nextDouble();
        memory = 0.3 * random.nextDouble();
        drift = 0.06 * (random.nextDouble() - 0.5);
        driftLength = 1 + 9 * random.nextDouble();
        usedJoules = 100 * random.nextDouble();
        remembered = random.nextGaussian();
    }

    @Override
    public Repetition next() {
        remembered = memory * remembered + Math.sqrt(1 - memory * memory) * random.nextGaussian();
        double noise = Math.exp(spread * remembered - spread * spread / 2);
        double before = usedJoules;
        usedJoules += meanJoules * noise * (1 + drift * Math.exp(-done++ / driftLength));
        double step = COUNTER_STEP;
        double seen = step * (Math.floor(usedJoules / step) - Math.floor(before / step));
        EnergyReading reading = EnergyReading.of(seen, Math.max(0, seen - step), seen + step, Provenance.MEASURED,
                Scope.PACKAGE, "simulated counter", Set.of());
        return new Repetition(reading, 1, Duration.ofMillis(100), ProcessShare.none("simulated"));
    }
}
