package dev.ipw.energy.simulation.server;

import java.util.SplittableRandom;

/** Draws the same from the same seed. */
class Dice {

    final SplittableRandom random;

    Dice(SplittableRandom random) {
        this.random = random;
    }

    @SafeVarargs
    final <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
